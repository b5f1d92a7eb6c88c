/**
 * What nobody caught. Every connection of ours has its listener; but the job queue takes its own off a connection
 * that it has given up before that has come to its end, and an error it still reports then would end the shop.
 */
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';

/** A lost connection is logged; anything else is a bug and ends the process properly, by `stop`. */
export function catchTheRest(stop: () => void): void {
  process.on('uncaughtException', (error: unknown) => {
    if (isDatabaseAway(error)) {
      log.error({ err: error }, 'a connection was lost that nobody listened to');
      return;
    }
    log.fatal({ err: error }, 'nobody caught this; the process ends');
    stop();
  });
}
