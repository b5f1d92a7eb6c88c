/** Ends what a sign-up holds: its units and its pickup time are free again. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { systemClock } from '#kernel/time.ts';
import { lockReservationsOfSignUp } from './lock-sign-up-hold.server.ts';
import { releaseReservations } from './release-reservations.server.ts';

/** Returns whether something was held. Safe to repeat. */
export async function releaseSignUpHold(
  signUpId: string,
  note: string,
  now = systemClock(),
): Promise<boolean> {
  const { zone } = (await readSettings()).store;
  return inTransaction(async (tx) => {
    const held = await lockReservationsOfSignUp(tx, signUpId);
    await releaseReservations(tx, held, { orderId: null, actorId: null, note, clock: { now, zone } });
    return held.length > 0;
  });
}
