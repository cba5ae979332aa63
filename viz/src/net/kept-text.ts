/**
 * A few words that the browser keeps for the page: for the tab, or until they are deleted. A browser may refuse to (private
 * windows, a full disk, site data turned off, a thread), by throwing at every touch: then nothing is found and nothing kept.
 */

type Where = 'session' | 'local';

export function readKept(where: Where, key: string): string | undefined {
  try {
    return storeOf(where).getItem(key) ?? undefined;
  } catch {
    // Nothing is kept here.
    return undefined;
  }
}

/** Whether it is kept. */
export function keepText(where: Where, key: string, text: string): boolean {
  try {
    storeOf(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function storeOf(where: Where): Storage {
  return where === 'session' ? sessionStorage : localStorage;
}
