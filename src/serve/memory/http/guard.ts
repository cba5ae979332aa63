/**
 * Who may talk to a server that listens on this machine: programs of this machine, and pages that it serves itself. A web
 * page from elsewhere reaches it too, through the browser of whoever visits the page; it is told apart by the name it
 * calls the server by (a name that was made to point here: DNS rebinding), by its origin, and by what the browser says of
 * where a request comes from (Fetch Metadata).
 *
 * These are pure questions about headers. The token is another matter (bearer-token.ts): it keeps out programs.
 */

/** The headers that matter, as node gives them. */
export interface CallerHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** Names of this machine, as the `Host` of a request may spell them. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

/** The names a server answers to: those of this machine, the address it listens on, and those that were allowed. */
export function namesOf(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = host === '0.0.0.0' || host === '::' ? [] : [host];
  return new Set([...LOCAL_NAMES, ...own, ...allowed]);
}

/** Why a caller is refused, or `undefined` when it may go on. */
export function objectionToCaller(headers: CallerHeaders, names: ReadonlySet<string>): string | undefined {
  const { host, origin } = headers;
  const called = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (called === undefined || !names.has(called))
    return 'this server does not answer to the Host of the request';
  if (origin !== undefined && !isOwnOrigin(origin, names))
    return 'pages of other origins may not use this server';
  if (origin === undefined && headers['sec-fetch-site'] === 'cross-site') {
    return 'pages of other sites may not use this server';
  }
  return undefined;
}

function isOwnOrigin(origin: string, names: ReadonlySet<string>): boolean {
  const name = /^https?:\/\//.test(origin) ? hostnameOf(origin) : undefined;
  return name !== undefined && names.has(name);
}

/** Without port and brackets, in lower case; `undefined` for what is no plain origin. */
function hostnameOf(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname, username, password, pathname, search, hash } = new URL(origin);
  if (username !== '' || password !== '' || pathname !== '/' || search !== '' || hash !== '')
    return undefined;
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
