/** Renders where the person is signed in, with buttons to sign out there. */
import { StatusBadge } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { SecuritySection } from './security-section.tsx';
import type { ListedSession } from './session-list-queries.server.ts';

export function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const others = sessions.filter(({ isThis }) => !isThis).length;
  return (
    <SecuritySection
      id="sessions"
      title="Signed-in devices"
      intro="These devices are signed in to your account. We know only their network, not their location."
    >
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface p-4"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {session.device}
                {session.isThis ? <StatusBadge tone="green">This device</StatusBadge> : null}
              </p>
              <p className="mt-1 text-sm text-ink-soft">
                Last used {session.lastUsedAt} · signed in {session.signedInAt}
                {session.network ? ` · network ${session.network}` : null}
              </p>
            </div>
            {session.isThis ? null : (
              <Confirm
                label="Sign out"
                rank="secondary"
                busyText="Signing out…"
                of={`${session.device}, last used ${session.lastUsedAt}`}
                question={`Sign out ${session.device}?`}
                consequence="Anyone using your account there must sign in again."
                fields={{ intent: 'end-session', session: session.id }}
              />
            )}
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <div className="mt-5">
          <Confirm
            label="Sign out all other devices"
            busyText="Signing out…"
            of={`${others === 1 ? '1 device' : `${others} devices`}`}
            question="Sign out all other devices?"
            consequence="Only this device stays signed in."
            fields={{ intent: 'end-other-sessions' }}
            rank="secondary"
          />
        </div>
      ) : null}
    </SecuritySection>
  );
}
