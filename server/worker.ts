/**
 * What happens outside of requests: reactions to facts, mail, scheduled work. The one place that knows who
 * reacts to what. Every handler is safe to repeat, because every job is done at least once.
 */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client.ts';
import { facts } from '#db/schema/notifications.ts';
import { tidyIdentity } from '#features/identity/tidy-identity.server.ts';
import { writeAccountMail } from '#features/identity/write-account-mail.server.tsx';
import { retireExpiredLots } from '#features/inventory/retire-expired-lots.server.ts';
import { purgeMail } from '#features/mail/purge-mail.server.ts';
import { sendQueuedMail } from '#features/mail/send-queued-mail.server.ts';
import { type Fact, factSchema } from '#features/notifications/fact.ts';
import {
  notifyOfOrder,
  notifyOfReservation,
  type OrderEventKind,
  resendOrderNotification,
} from '#features/orders/emails/order-notifications.server.tsx';
import type { ReservationEvent } from '#features/orders/emails/reservation-mails.tsx';
import { expireHolds } from '#features/orders/expire-holds.server.ts';
import { tidyCheckoutAttempts } from '#features/orders/tidy-checkout-attempts.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { every, work } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';

type Reaction<F extends Fact> = (factId: string, fact: F) => Promise<void>;

const ofOrder = (eventId: string, { kind, orderId }: { kind: OrderEventKind; orderId: string }) =>
  notifyOfOrder(eventId, orderId, kind);
const ofReservation =
  (event: ReservationEvent) =>
  (eventId: string, { reservationId }: { reservationId: string }) =>
    notifyOfReservation(eventId, reservationId, event);

/** Who reacts to what. A kind of fact without an entry does not compile. */
const reactions: { readonly [K in Fact['kind']]: readonly Reaction<Extract<Fact, { kind: K }>>[] } = {
  'order-placed': [ofOrder],
  'order-confirmed': [ofOrder],
  'order-packing': [ofOrder],
  'order-ready': [ofOrder],
  'order-completed': [ofOrder],
  'order-cancelled': [ofOrder],
  'order-not-picked-up': [ofOrder],
  'order-changed': [ofOrder],
  'order-short': [ofOrder],
  'order-complete-again': [ofOrder],
  'receipt-requested': [ofOrder],
  'order-mail-requested': [(eventId, { orderId, about }) => resendOrderNotification(eventId, orderId, about)],
  'reservation-made': [ofReservation('made')],
  'reservation-cancelled': [ofReservation('cancelled')],
  'reservation-expired': [ofReservation('expired')],
  'reservation-short': [ofReservation('short')],
  'reservation-complete-again': [ofReservation('complete-again')],
};

const factJob = z.object({ factId: z.uuid() });
const mailJob = z.union([z.object({ mailId: z.uuid() }), z.object({ accountMail: z.string() })]);

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

/** Writes a mail about an account, or sends one that is written. */
async function doMailJob(data: unknown): Promise<void> {
  const job = mailJob.parse(data);
  if ('mailId' in job) await sendQueuedMail(job.mailId);
  else await writeAccountMail(job.accountMail);
}

/** Starts doing jobs in this process. Scheduled work runs once per tick, however many instances there are. */
export async function startWorker(): Promise<void> {
  const { zone } = (await readSettings()).store;
  await work('facts', async (data) => reactToFact(factJob.parse(data).factId));
  await work('mail', doMailJob);
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
  await purgeMail();
  await tidyCheckoutAttempts();
}
