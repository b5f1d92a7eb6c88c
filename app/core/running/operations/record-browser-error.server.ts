/** Logs an error of a page in a browser, and lists it on the Operations page. */
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { browserErrorLimits } from '#core/accounts/identity/sessions/rate-limit.ts';
import { listBrowserError } from '#platform/failures.ts';
import { log } from '#platform/log.ts';
import { type BrowserError, browserErrorWords } from './browser-error.ts';

/**
 * Returns whether it was recorded: only a few are, from one address and from all, because a sender needs no session.
 * @param address of the client
 */
export async function recordBrowserError(address: string, error: BrowserError): Promise<boolean> {
  const { byAddress, inTotal } = browserErrorLimits;
  if ((await countAttempt('browser-error', address, byAddress)) > 0) return false;
  if ((await countAttempt('browser-errors', 'all', inTotal)) > 0) return false;
  const { place, message } = browserErrorWords(error);
  log.error({ event: 'browser-error', place, message }, 'a page failed in a browser');
  listBrowserError(place, message);
  return true;
}
