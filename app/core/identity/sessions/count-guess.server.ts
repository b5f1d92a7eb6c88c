/** Counts a guess at an account's password, so that guessers are stopped and its owner is not. */

import { BACKUP_CODE_DIGITS } from '../second-factor/backup-code.ts';
import { addressOf } from './client-address.server.ts';
import { countAttempt, forgetAttempts, giveAttemptBack } from './count-attempt.server.ts';
import { knownDevice } from './known-device.server.ts';
import { addressLimits, codeLimits, guessLimits, type RateLimit } from './rate-limit.ts';

export type CountedGuess = {
  /** Seconds to wait; 0 when the guess may be made. */
  wait: number;
  /** The password was right: it was no guess at the account. */
  wasRight(): Promise<void>;
  /** The password was not looked at. */
  wasNotMade(): Promise<void>;
};

type Counted = { action: string; subject: string };

/**
 * A device that has signed in to the account before counts by itself, and by nothing else while it has tries
 * left. A stranger's guess counts first for its address; only what its address may still do counts against the
 * account, so that one address cannot lock the account for everybody.
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
 * Counts a guess at a one-time code, made by somebody who has shown the password. Six digits would be found by trying,
 * so an account takes few of them in an hour and in a day, from all strangers together and from all devices together
 * that have shown a second factor before: cookies of devices that somebody has gathered give no more guesses.
 *
 * Whoever has the password can use up these tries, and must not keep the owner out by it:
 * - strangers' tries and those of the owner's own devices are apart, and a device is the owner's only after a second
 *   factor was shown on it, which a thief of the password has not;
 * - backup codes are counted apart, by device or address, and are too long to be guessed; passkeys are not counted
 *   here at all, and neither ends with the tries for codes of the app;
 * - the owner is told of wrong codes by mail, and a new password forgets what strangers have tried (`startCodesAnew`).
 * Left without a device, passkey and backup code, the owner waits a day at most after choosing a new password.
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
 * Forgets which codes strangers have tried: the password they had shown is none any more. Once a day, because whoever
 * has the mailbox can choose a new password as often as they like.
 */
export async function startCodesAnew(email: string): Promise<void> {
  const subject = email.toLowerCase();
  if ((await countAttempt('code:anew', subject, codeLimits.anew)) > 0) return;
  await forgetAttempts('code:hour', subject);
  await forgetAttempts('code:day', subject);
}

type Limited = readonly [Counted, RateLimit];

/** What the first limit refuses does not count for the second. */
async function countBoth([one, first]: Limited, [all, second]: Limited): Promise<CountedGuess> {
  const wait =
    (await countAttempt(one.action, one.subject, first)) ||
    (await countAttempt(all.action, all.subject, second));
  return guess(wait, [one, all], []);
}

/** @param always counted even when the password was right: hashing it has cost us as much. */
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
