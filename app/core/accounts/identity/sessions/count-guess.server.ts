/** Counts guesses at an account's password, so that guessers are stopped and its owner is not. */

import { BACKUP_CODE_DIGITS } from '../second-factor/backup-code.ts';
import { addressOf } from './client-address.server.ts';
import { countAttempt, forgetAttempts, giveAttemptBack } from './count-attempt.server.ts';
import { knownDevice } from './known-device.server.ts';
import { addressLimits, codeLimits, guessLimits, type RateLimit } from './rate-limit.ts';

export type CountedGuess = {
  /** Seconds to wait; 0 when the guess is allowed. */
  wait: number;
  /** The password was correct: it was not a guess at the account. */
  wasRight(): Promise<void>;
  /** The password was not checked. */
  wasNotMade(): Promise<void>;
};

type Counted = { action: string; subject: string };

/**
 * A device that has signed in to the account before has its own count, and nothing else counts while it has tries left.
 * A stranger's guess counts first for its address; only what that limit allows counts against the account, so that one
 * address cannot lock the account for everyone.
 */
export async function countGuess(request: Request, email: string): Promise<CountedGuess> {
  const device = knownDevice(request.headers.get('cookie'), email);
  if (device !== null) {
    const counted = { action: 'sign-in:device', subject: `${device} ${email}` };
    const wait = await countAttempt(counted.action, counted.subject, guessLimits.device);
    if (wait === 0) return guess(0, [], [counted]);
  }
  const address = addressOf(request);
  const byAddress = { action: 'sign-in:address', subject: address };
  const byPair = { action: 'sign-in:address-and-account', subject: `${address} ${email}` };
  const byAccount = { action: 'sign-in:account', subject: email };
  const wait =
    (await countAttempt(byAddress.action, byAddress.subject, addressLimits['sign-in'])) ||
    (await countAttempt(byPair.action, byPair.subject, guessLimits.addressAndAccount)) ||
    (await countAttempt(byAccount.action, byAccount.subject, guessLimits.account));
  return guess(wait, [byPair, byAccount], [byAddress]);
}

/**
 * Counts a guess at a one-time code by a person who has shown the password. Six digits could be found by trying, so an
 * account accepts few guesses in an hour and in a day, from all strangers together and from all devices together that
 * have shown a second factor before: collecting devices' cookies gives no more guesses.
 *
 * A thief of the password can use up these tries, and must not lock the owner out that way:
 * - strangers and the owner's own devices have separate tries, and a device is the owner's only after it has shown a
 *   second factor, which the thief lacks;
 * - backup codes have a separate count, by device or address, and are too long to guess; passkeys are not counted here
 *   at all, and both still work when the tries for the app's codes are used up;
 * - the owner gets a mail about wrong codes, and a new password resets the strangers' count (`resetCodeCount`).
 * Without a device, passkey or backup code, the owner waits a day at most after choosing a new password.
 */
export async function countCode(request: Request, email: string, code: string): Promise<CountedGuess> {
  const cookies = request.headers.get('cookie');
  if (code.length === BACKUP_CODE_DIGITS) {
    const place = knownDevice(cookies, email) ?? addressOf(request);
    return countBoth(
      [{ action: 'code:backup', subject: `${place} ${email}` }, codeLimits.backup],
      [{ action: 'code:backups', subject: email }, codeLimits.backupInTotal],
    );
  }
  const device = knownDevice(cookies, email, { secondFactor: true });
  if (device !== null)
    return countBoth(
      [{ action: 'code:device', subject: `${device} ${email}` }, codeLimits.device],
      [{ action: 'code:devices', subject: email }, codeLimits.devicesInADay],
    );
  return countBoth(
    [{ action: 'code:hour', subject: email }, codeLimits.strangers],
    [{ action: 'code:day', subject: email }, codeLimits.strangersInADay],
  );
}

/**
 * Resets the strangers' count of tried codes: the password they had shown no longer works. Once a day, because anyone
 * with access to the mailbox can choose a new password as often as they like.
 */
export async function resetCodeCount(email: string): Promise<void> {
  const subject = email.toLowerCase();
  if ((await countAttempt('code:reset', subject, codeLimits.reset)) > 0) return;
  await forgetAttempts('code:hour', subject);
  await forgetAttempts('code:day', subject);
}

type Limited = readonly [Counted, RateLimit];

/** A try that the first limit refuses does not count for the second. */
async function countBoth([one, first]: Limited, [all, second]: Limited): Promise<CountedGuess> {
  const wait =
    (await countAttempt(one.action, one.subject, first)) ||
    (await countAttempt(all.action, all.subject, second));
  return guess(wait, [one, all], []);
}

/** @param always counted even when the password was correct: hashing it costs as much. */
function guess(wait: number, ofAccount: readonly Counted[], always: readonly Counted[]): CountedGuess {
  const giveBack = async (counted: readonly Counted[]) => {
    for (const { action, subject } of counted) await giveAttemptBack(action, subject);
  };
  return {
    wait,
    wasRight: () => giveBack(ofAccount),
    wasNotMade: () => giveBack([...ofAccount, ...always]),
  };
}
