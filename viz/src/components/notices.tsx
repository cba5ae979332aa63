/** Pages without a picture: what is going on, and what to do about it. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiError, keepToken } from '../net/api.js';

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Notice({ title, children }: NoticeProps) {
  return (
    <main className="flex h-full items-center justify-center p-6">
      <div className="w-full max-w-lg rounded-lg border border-line bg-panel p-6">
        <h1 className="text-lg font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <Notice title={what}>
      <p className="mt-2 text-sm text-soft" role="status">
        One moment …
      </p>
    </Notice>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  'not-indexed': 'This project is not indexed yet',
  'not-healthy': 'The index cannot be read',
  unreachable: 'The server does not answer',
  unauthorized: 'This server asks for its token',
};

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
}

/** What went wrong and what helps. The page goes on by itself when the project is indexed. */
export function Failure({ error, onRetry }: FailureProps) {
  if (error.status === 401) return <AskToken error={error} onDone={onRetry} />;
  return (
    <Notice title={TITLES[error.code] ?? 'The graph cannot be shown'}>
      <p className="mt-2 text-sm break-words">{error.message}.</p>
      {error.hint !== undefined && (
        <p className="mt-2 rounded-md bg-raised p-2 text-sm break-words">{error.hint}</p>
      )}
      <button type="button" onClick={onRetry} className="btn-primary mt-4">
        Try again
      </button>
    </Notice>
  );
}

function AskToken({ error, onDone }: { readonly error: ApiError; readonly onDone: () => void }) {
  const [token, setToken] = useState('');
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keepToken(token)) onDone();
    else setRefused(true);
  };
  return (
    <Notice title={TITLES.unauthorized ?? ''}>
      <form onSubmit={submit} className="mt-2 flex flex-col gap-3">
        <p className="text-sm text-soft">{error.hint}</p>
        <label className="text-sm">
          Token
          <input
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="field mt-1"
          />
        </label>
        {isRefused && (
          <p className="text-sm text-warn" role="alert">
            This browser keeps nothing for this page, not even for the tab. Allow site data for this address.
          </p>
        )}
        <button type="submit" className="btn-primary self-start" disabled={token.trim() === ''}>
          Open
        </button>
      </form>
    </Notice>
  );
}
