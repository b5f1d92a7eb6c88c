/** On every page: keeps push messages coming to a browser whose person wished for them, and ends them after sign-out. */
import { useEffect } from 'react';

export function RenewPush({ userId }: { userId: string | null }) {
  useEffect(() => {
    // Most visitors never wished for any: their pages do not even fetch what this takes.
    if (!isWished()) return;
    import('./push-client.ts')
      .then(({ dropPush, renewPush }) => (userId === null ? dropPush() : renewPush(userId)))
      // Without a connection, or where the browser's push service is away: the next page tries again.
      .catch(() => undefined);
  }, [userId]);
  return null;
}

function isWished(): boolean {
  try {
    return localStorage.getItem('push-for') !== null;
  } catch {
    return false;
  }
}
