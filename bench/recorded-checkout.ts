/**
 * One checkout's database traffic: placed here once, through `placeOrder`, and recorded. The baseline repeats exactly
 * that for other people.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { Connection } from '#db/connection.ts';
import { defineJob, startJobs, stopJobs } from '#platform/jobs.ts';
import type { Customer } from './customers.ts';
import type { Offer } from './offer.ts';

/** `values` as sent: text, numbers, null. */
export type RecordedStatement = { text: string; values: unknown[] };

export type RecordedCheckout = {
  /** The statements of each round trip, in order, from BEGIN to COMMIT. */
  journeys: RecordedStatement[][];
  /** Values of this checkout that are replaced when it is repeated. */
  own: {
    userId: string;
    email: string;
    name: string;
    productId: number;
    lotId: number;
    slot: string;
    slotEnd: string;
  };
};

/** A queue without a worker, so that the application does not run the baseline's jobs. */
export const QUEUE_OF_NOBODY = 'bench-baseline';

/** As often as every statement needs to get its name. */
const WARM = 10;

export async function recordCheckout(
  pool: pg.Pool,
  databaseUrl: string,
  customer: Customer,
  { productIds, slots }: Offer,
): Promise<RecordedCheckout> {
  // A number that appears nowhere else in the statements.
  const productId = productIds.at(-1) ?? 0;
  const slot = slots[0] ?? '';
  await startJobs({
    url: databaseUrl,
    kinds: [defineJob({ name: QUEUE_OF_NOBODY, data: z.object({}), retryAfter: 60 })],
  });
  try {
    const place = async () => {
      const outcome = await placeOrder(
        { ...customer, kind: 'user', sessionId: randomUUID(), role: 'user', isBanned: false },
        {
          key: randomUUID(),
          lines: [{ productId, quantity: 1 }],
          reservationId: null,
          slotStartsAt: slot,
          birthDate: null,
          expectedTotal: null,
          again: true,
        },
      );
      if (!outcome.ok) throw new Error(`the checkout to be recorded was refused: ${outcome.problem.kind}`);
      return outcome.value.id;
    };
    for (let warm = 0; warm < WARM; warm++) await place();
    const { journeys, answer } = await recording(place);
    const { rows } = await pool.query<{ lot_id: number; ends: Date }>(
      `select share.lot_id, pickup_ends_at as ends from orders
       join order_items on order_items.order_id = orders.id
       join reservation_lots as share on share.reservation_id = order_items.reservation_id
       where orders.id = $1`,
      [answer],
    );
    const [row] = rows;
    if (!row) throw new Error('the recorded order has no units');
    const { userId, email, name } = customer;
    return {
      journeys,
      own: { userId, email, name, productId, lotId: row.lot_id, slot, slotEnd: row.ends.toISOString() },
    };
  } finally {
    await stopJobs();
  }
}

async function recording<T>(work: () => Promise<T>): Promise<{ journeys: RecordedStatement[][]; answer: T }> {
  const journeys: RecordedStatement[][] = [];
  const query = pg.Client.prototype.query as (...question: unknown[]) => unknown;
  let unanswered = 0;
  const recorded = function (this: pg.Client, ...question: unknown[]) {
    const [first, beside] = question as [
      string | { text: string; values?: unknown[] },
      unknown[] | undefined,
    ];
    const values = beside ?? (typeof first === 'string' ? undefined : first.values) ?? [];
    const answer = query.apply(this, question);
    if (!(this instanceof Connection)) return answer;
    if (unanswered === 0) journeys.push([]);
    unanswered += 1;
    journeys.at(-1)?.push({ text: typeof first === 'string' ? first : first.text, values });
    const heard = () => {
      unanswered -= 1;
    };
    if (answer instanceof Promise) answer.then(heard, heard);
    return answer;
  };
  pg.Client.prototype.query = recorded as typeof pg.Client.prototype.query;
  try {
    return { answer: await work(), journeys };
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
}
