/** On every page: whoever signed out, or gave the device to another, leaves nothing behind of what was looked at. */
import { useEffect } from 'react';

/** `userId` null for guests. */
export function LeaveRecent({ userId }: { userId: string | null }) {
  useEffect(() => {
    // Where nothing is kept, what it takes to read it is not even fetched.
    if (!isKept()) return;
    import('./recent-storage.ts').then(({ loadRecent }) => loadRecent(userId)).catch(() => undefined);
  }, [userId]);
  return null;
}

function isKept(): boolean {
  try {
    return localStorage.getItem('recently-viewed') !== null;
  } catch {
    return false;
  }
}
