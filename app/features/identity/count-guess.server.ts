/** Counts a guess at an account's password, so that guessers are stopped and its owner is not. */

import { addressOf } from './client-address.server.ts';
import { countAttempt, giveAttemptBack } from './count-attempt.server.ts';
import { knownDevice } from './known-device.server.ts';
import { addressLimits, codeLimits, guessLimits } from './rate-limit.ts';

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
 * Counts a guess at a one-time code, made by somebody who has shown the password. Six digits would be found by trying:
 * an account takes so few in an hour that it would last years. A known device has its own, so that whoever has the
 * password cannot keep the owner out.
 */
export async function countCode(request: Request, email: string): Promise<CountedGuess> {
  const device = knownDevice(request.headers.get('cookie'), email);
  const counted =
    device === null
      ? { action: 'code:account', subject: email }
      : { action: 'code:device', subject: `${device} ${email}` };
  const limit = device === null ? codeLimits.account : codeLimits.device;
  return guess(await countAttempt(counted.action, counted.subject, limit), [counted], []);
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
