/** Renders where the person is signed in, with buttons to sign out there. */
import { StatusBadge } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { SecuritySection } from '../security-section.tsx';
import { groupSessions, type ListedSession, type SessionGroup } from './session-groups.ts';

export function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const others = sessions.filter(({ isThis }) => !isThis).length;
  return (
    <SecuritySection
      id="sessions"
      isList
      title="Signed-in devices"
      intro="These devices are signed in to your account. We know only their network, not their location."
    >
      <ul className="divide-y divide-line border-t border-line">
        {groupSessions(sessions).map((group) => (
          <li key={group.sessions[0].id} className="py-3">
            <Device group={group} />
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <div className="mt-2">
          <Confirm
            label="Sign out all other devices"
            busyText="Signing out…"
            of={others === 1 ? '1 device' : `${others} devices`}
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

function Device({ group: { device, isThis, sessions } }: { group: SessionGroup }) {
  const [latest] = sessions;
  const times = sessions.length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {device}
            {isThis ? <StatusBadge tone="green">This device</StatusBadge> : null}
            {times > 1 ? (
              <span className="figures text-sm font-normal text-ink-soft">{times} sign-ins</span>
            ) : null}
          </p>
          <Facts session={latest} />
        </div>
        {isThis ? null : <SignOutOf device={device} sessions={sessions} />}
      </div>
      {times > 1 ? (
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4">
            Show each sign-in<span className="sr-only"> on {device}</span>
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
                <Facts session={session} />
                <SignOutOf device={device} sessions={[session]} isQuiet />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function Facts({ session: { lastUsedAt, signedInAt, network } }: { session: ListedSession }) {
  return (
    <p className="figures text-sm text-ink-soft">
      Last used {lastUsedAt} · signed in {signedInAt}
      {network ? ` · network ${network}` : null}
    </p>
  );
}

function SignOutOf({
  device,
  sessions,
  isQuiet = false,
}: {
  device: string;
  sessions: SessionGroup['sessions'];
  isQuiet?: boolean;
}) {
  const [latest] = sessions;
  const times = sessions.length;
  return (
    <Confirm
      label="Sign out"
      rank={isQuiet ? 'quiet' : 'secondary'}
      busyText="Signing out…"
      of={`${device}, ${times > 1 ? `${times} sign-ins` : `last used ${latest.lastUsedAt}`}`}
      question={times > 1 ? `Sign out all ${times} on ${device}?` : `Sign out ${device}?`}
      consequence={`Anyone using your account ${times > 1 ? 'on one of them' : 'there'} must sign in again.`}
      fields={{ intent: 'end-sessions', sessions: sessions.map(({ id }) => id).join('.') }}
    />
  );
}
