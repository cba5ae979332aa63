/** Light or dark: what the system says, until the user says otherwise; kept by the browser. */
import { useCallback, useEffect, useState } from 'react';
import type { Theme } from '../display/palette.js';
import { keepText, readKept } from '../net/kept-text.js';

const KEY = 'kg-memory-theme';

/** The theme, and how to change it. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(firstTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const toggle = useCallback(() => {
    setTheme((now) => {
      const next = now === 'light' ? 'dark' : 'light';
      keepText('local', KEY, next);
      return next;
    });
  }, []);
  return [theme, toggle];
}

function firstTheme(): Theme {
  const kept = readKept('local', KEY);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
