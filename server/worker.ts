/**
 * What happens outside of requests: reactions to facts, mail, scheduled work. The one place that knows who
 * reacts to what. Every handler is safe to repeat, because every job is done at least once.
 */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client.ts';
import { facts } from '#db/schema/notifications.ts';
import { tidyIdentity } from '#features/identity/tidy-identity.server.ts';
import { retireExpiredLots } from '#features/inventory/retire-expired-lots.server.ts';
import { sendQueuedMail } from '#features/mail/send-queued-mail.server.ts';
import { type Fact, factSchema } from '#features/notifications/fact.ts';
import {
  tellOrderCancelled,
  tellOrderPlaced,
  tellReceipt,
  tellReservation,
} from '#features/orders/emails/tell-customer.server.tsx';
import { expireHolds } from '#features/orders/expire-holds.server.ts';
import { tidyCheckoutAttempts } from '#features/orders/tidy-checkout-attempts.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { every, work } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';

type Reaction<F extends Fact> = (factId: string, fact: F) => Promise<void>;

/** Who reacts to what. A kind of fact without an entry does not compile. */
const reactions: { readonly [K in Fact['kind']]: readonly Reaction<Extract<Fact, { kind: K }>>[] } = {
  'order-placed': [(factId, { orderId }) => tellOrderPlaced(factId, orderId)],
  'order-cancelled': [(factId, { orderId }) => tellOrderCancelled(factId, orderId)],
  'receipt-requested': [(factId, { orderId }) => tellReceipt(factId, orderId)],
  'reservation-made': [(factId, { reservationId }) => tellReservation(factId, reservationId, 'made')],
  'reservation-cancelled': [
    (factId, { reservationId }) => tellReservation(factId, reservationId, 'cancelled'),
  ],
  'reservation-expired': [(factId, { reservationId }) => tellReservation(factId, reservationId, 'expired')],
};

const factJob = z.object({ factId: z.uuid() });
const mailJob = z.object({ mailId: z.uuid() });

/** Lets everybody react who does. Throws when one of them fails, so that the job is tried again. */
export async function reactToFact(factId: string): Promise<void> {
  const [stored] = await database()
    .select({ payload: facts.payload })
    .from(facts)
    .where(eq(facts.id, factId));
  if (!stored) {
    log.error({ factId }, 'a job speaks of a fact that is not there');
    return;
  }
  const fact = factSchema.parse(stored.payload);
  // The table gives each kind reactions to that kind; TypeScript cannot follow that through the lookup.
  for (const react of reactions[fact.kind] as readonly Reaction<Fact>[]) await react(factId, fact);
}

/** Starts doing jobs in this process. Scheduled work runs once per tick, however many instances there are. */
export async function startWorker(): Promise<void> {
  const { zone } = (await readSettings()).store;
  await work('facts', async (data) => reactToFact(factJob.parse(data).factId));
  await work('mail', async (data) => sendQueuedMail(mailJob.parse(data).mailId));
  await work('expire-holds', async () => {
    await expireHolds();
    await retireExpiredLots();
  });
  await work('tidy', tidy);
  await every('expire-holds', '* * * * *', zone);
  await every('tidy', '20 4 * * *', zone);
}

/** Removes what has served its time. */
export async function tidy(): Promise<void> {
  await tidyIdentity();
  await tidyCheckoutAttempts();
}
