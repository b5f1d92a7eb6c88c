/** Renders tokens, each with a button that revokes it. */
import { StatusBadge } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { scopeWords } from '../api-token.ts';
import type { ListedToken } from '../api-tokens-queries.server.ts';

export function TokenList({ tokens, showsAuthor }: { tokens: readonly ListedToken[]; showsAuthor: boolean }) {
  if (tokens.length === 0) return <p className="text-ink-soft">No tokens yet.</p>;
  return (
    <ul className="grid gap-3">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface p-4"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
              {token.name}
              {token.isExpired ? <StatusBadge tone="red">Expired</StatusBadge> : null}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              <code>{token.prefix}</code> · {token.isExpired ? 'expired' : 'expires'} {token.expiresOn} ·{' '}
              {token.lastUsed ? `last used ${token.lastUsed}` : 'never used'}
              {showsAuthor ? ` · by ${token.by}` : null}
            </p>
            <ul className="mt-2 text-sm">
              {token.scopes.map((scope) => (
                <li key={scope}>{scopeWords[scope]}</li>
              ))}
            </ul>
          </div>
          <Confirm
            label="Revoke"
            busyText="Revoking…"
            of={token.name}
            question={`Revoke ${token.name}?`}
            consequence="Programs can no longer use it."
            fields={{ intent: 'revoke', token: token.id }}
          />
        </li>
      ))}
    </ul>
  );
}
