/**
 * Renders the button that locks a shared tablet. It locks by itself when no one touches it, also without the network, by
 * its own clock: nothing of this person's day stays then. What they did and was not sent stays on the tablet, and is
 * sent when they take it over again. It locks too once the network is back and only their PIN is missing.
 */
import type { FormEvent } from 'react';
import { useToast } from '#ui/toast.tsx';
import { endCopy } from '../network/day-copy.ts';
import { reportLeaving } from '../network/report-tablet.ts';
import { useConnection } from '../network/use-connection.ts';
import { useIdleLock } from './use-idle-lock.ts';

/** Nothing of this person stays, and no one waits for a tablet without a copy. */
function leave(): void {
  endCopy();
  reportLeaving();
}

/** Without a network: the copy goes, and a document of its own replaces the open page. */
export function lockAlone(): void {
  endCopy();
  location.replace('/counter');
}

export function Lock({ idleMinutes, className }: { idleMinutes: number; className: string }) {
  const { lostSince, needsSignIn } = useConnection();
  const isLost = lostSince !== null && !needsSignIn;
  const form = useIdleLock(idleMinutes, isLost ? lockAlone : null);
  const toast = useToast();
  const lock = (event: FormEvent) => {
    if (!isLost) return leave();
    event.preventDefault();
    toast.show('Locking needs the network. Until it is back, no one else could take this tablet over.', {
      tone: 'error',
    });
  };
  return (
    // A document of its own: nothing of this person stays in the open page.
    <form ref={form} method="post" action="/counter/switch" onSubmit={lock}>
      <input type="hidden" name="intent" value="lock" />
      <button
        type="submit"
        aria-disabled={isLost || undefined}
        className={`aria-disabled:opacity-70 ${className}`}
      >
        Lock
      </button>
    </form>
  );
}
