/**
 * Handles uncaught errors. All our connections have error listeners; but the job queue removes its own listener from an
 * abandoned connection before that has closed, and a late error there would end the shop.
 */
import { isDatabaseAway } from '#platform/database-error.ts';
import { countCrash } from '#platform/failures.ts';
import { log } from '#platform/log.ts';

/** Logs a lost connection; any other error is a bug and ends the process cleanly through `stop`. */
export function catchTheRest(stop: () => void): void {
  process.on('uncaughtException', (error: unknown) => {
    if (isDatabaseAway(error)) {
      log.error({ err: error }, 'lost a connection that has no error listener');
      return;
    }
    countCrash(error);
    log.fatal({ err: error }, 'uncaught error; the process ends');
    stop();
  });
}
