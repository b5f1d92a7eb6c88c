/** Deletes the recently viewed list on any page after a sign-out, or when another person uses the device. */
import { useEffect } from 'react';

/** `userId` null for guests. */
export function LeaveRecent({ userId }: { userId: string | null }) {
  useEffect(() => {
    // If nothing is stored, the code that reads it does not load either.
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
