/** Counts the mails about an account that people request for an address they type. */
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { knownDevice } from '../sessions/known-device.server.ts';
import { accountMailLimits } from '../sessions/rate-limit.ts';

/** The kinds of mail that anyone can request, signed in or not. */
export type OpenMailKind = 'sign-up' | 'new-confirmation' | 'password-reset';

/**
 * Returns seconds to wait; 0 when the mail may be sent. It counts by the typed address and looks up no account, so the
 * answer and the work are the same with and without one. A device that has signed in to the account has its own count,
 * which strangers cannot use up. A stranger's request counts first for its client address, and only what that limit
 * allows counts for the recipient.
 */
export async function countAccountMail(request: Request, kind: OpenMailKind, email: string): Promise<number> {
  const recipient = email.toLowerCase();
  const device = knownDevice(request.headers.get('cookie'), recipient);
  if (device !== null) {
    const wait = await countAttempt(
      `mail:${kind}:device`,
      `${device} ${recipient}`,
      accountMailLimits.device,
    );
    if (wait === 0) return 0;
  }
  const pair = `${addressOf(request)} ${recipient}`;
  return (
    (await countAttempt(`mail:${kind}:address`, pair, accountMailLimits.addressAndRecipient)) ||
    (await countAttempt(`mail:${kind}`, recipient, accountMailLimits.recipient))
  );
}
