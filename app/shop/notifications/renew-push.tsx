/**
 * Renews push messages on every page for browsers whose person asked for them, and ends
 * them after the session.
 */
import { useEffect } from 'react';
import type { ShellVisitor } from '#shop/kit/shell-data.ts';

export function RenewPush({ visitor }: { visitor: Pick<ShellVisitor, 'userId' | 'sessionId'> | null }) {
  const { userId = null, sessionId = null } = visitor ?? {};
  useEffect(() => {
    // Most visitors never asked for any: their pages do not even load the code for this.
    if (!isWished()) return;
    import('./push-client.ts')
      .then(({ dropPush, renewPush }) =>
        userId === null || sessionId === null ? dropPush() : renewPush(userId, sessionId),
      )
      // Offline, or the browser's push service is down: the next page tries again.
      .catch(() => undefined);
  }, [userId, sessionId]);
  return null;
}

function isWished(): boolean {
  try {
    return localStorage.getItem('push-for') !== null;
  } catch {
    return false;
  }
}
