/** Renews push messages on every page for browsers whose person asked for them, and ends them after sign-out. */
import { useEffect } from 'react';

export function RenewPush({ userId }: { userId: string | null }) {
  useEffect(() => {
    // Most visitors never asked for any: their pages do not even load the code for this.
    if (!isWished()) return;
    // At once: if the next page loads before the import is done, the sign-in after it must send this browser again.
    if (userId === null) sessionStorage.removeItem('push-kept');
    import('./push-client.ts')
      .then(({ dropPush, renewPush }) => (userId === null ? dropPush() : renewPush(userId)))
      // Offline, or the browser's push service is down: the next page tries again.
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
