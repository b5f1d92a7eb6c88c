/** Where the person is signed in. */
import { StatusBadge } from '#ui/badge.tsx';
import type { ListedSession } from '../session-list-queries.server.ts';
import { SecuritySection } from './security-section.tsx';

export function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  return (
    <SecuritySection
      id="sessions"
      title="Signed-in devices"
      intro="Each of these can use your account. A network is what we know of a place; nobody else is asked."
    >
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li key={session.id} className="rounded-surface border border-line bg-white p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              {session.device}
              {session.isThis ? <StatusBadge tone="green">This device</StatusBadge> : null}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              Last used {session.lastUsedAt} · signed in {session.signedInAt}
              {session.network ? ` · network ${session.network}` : null}
            </p>
          </li>
        ))}
      </ul>
    </SecuritySection>
  );
}
