/** Groups the sign-ins of a person: many on devices with the same name are one row. */

export type ListedSession = {
  id: string;
  device: string;
  /** The network it started from, as 203.0.113.x; no outside service is asked for its location. */
  network: string | null;
  signedInAt: string;
  lastUsedAt: string;
  /** The current session. */
  isThis: boolean;
};

/** At least one session; the most recently used is the first. */
export type SessionGroup = { device: string; isThis: boolean; sessions: [ListedSession, ...ListedSession[]] };

/** In the order of the list. The current session is a row of its own. */
export function groupSessions(sessions: readonly ListedSession[]): SessionGroup[] {
  const groups: SessionGroup[] = [];
  for (const session of sessions) {
    const { device, isThis } = session;
    const same = groups.find((group) => group.device === device && !group.isThis && !isThis);
    if (same) same.sessions.push(session);
    else groups.push({ device, isThis, sessions: [session] });
  }
  return groups;
}

/** What a press on a row's 'Sign out' did. */
export function endedMessage(ended: number): string {
  if (ended === 0) return 'That device was signed out already.';
  return ended === 1 ? 'Device signed out.' : `${ended} sign-ins ended.`;
}
