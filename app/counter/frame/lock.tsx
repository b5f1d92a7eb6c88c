/**
 * Renders the button that locks a shared tablet. It locks by itself when no one touches it, but not without the network:
 * what this person did and was not sent stays on the tablet, and is sent when they take it over again.
 */
import { endCopy } from '../offline/day-copy.ts';
import { useConnection } from '../offline/use-connection.ts';
import { useIdleLock } from './use-idle-lock.ts';

export function Lock({ idleMinutes, className }: { idleMinutes: number; className: string }) {
  const { lostSince } = useConnection();
  const form = useIdleLock(lostSince === null ? idleMinutes : null);
  return (
    // A document of its own: nothing of this person stays in the open page.
    <form ref={form} method="post" action="/counter/switch" onSubmit={endCopy}>
      <input type="hidden" name="intent" value="lock" />
      <button type="submit" disabled={lostSince !== null} className={`disabled:opacity-60 ${className}`}>
        Lock
      </button>
    </form>
  );
}
