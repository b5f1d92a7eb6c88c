/** Reads the acts that are not done, and stores what becomes of them. Each step changes only acts that no one else has changed. */
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Temporal } from 'temporal-polyfill';
import { enterReported } from '#core/goods/stock/outage/declare-silence.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { stateActs } from '#db/schema/tracking.ts';
import { type Cents, sumCents } from '#kernel/money.ts';
import type { StateActStatus } from '#kernel/statuses.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { StateAct } from '../tracking.ts';
import type { ActRow } from './act-content.server.ts';
import type { OpenAct } from './next-acts.ts';

/** Open acts that one run looks at. */
const AT_ONCE = 2000;
/** Seconds until an act whose answer was lost is looked up: what was on its way has arrived by then. */
export const LOOK_UP_AFTER = 30;
/** Seconds that a call may take before another run looks up what became of it: longer than any answer is waited for. */
const CALL_SECONDS = 60;

export type Act = ActRow & OpenAct;
export type Content = { act: Act; content: StateAct };
export type Clock = () => Temporal.Instant;

const sales = alias(stateActs, 'sale');

const refusedOfSale = sql`(select 1 from ${stateActs} as refused where refused.sale_id = ${stateActs.saleId} and refused.status = 'refused')`;

/** Oldest first. What waits for a refused sale waits for a person, however much of it there is. */
export async function readOpen(ids?: readonly number[]): Promise<Act[]> {
  const rows = await database()
    .select({
      ...{ act: stateActs, saleStatus: sales.status, receiptId: sales.stateId },
      saleCreatedAt: sales.createdAt,
    })
    .from(stateActs)
    .leftJoin(sales, eq(sales.id, stateActs.saleId))
    .where(
      and(
        inArray(stateActs.status, ['waiting', 'sending']),
        ids && inArray(stateActs.id, [...ids]),
        or(isNull(sales.status), ne(sales.status, 'refused')),
        // A final sale cannot be changed: it waits until a person has decided what is refused of it.
        or(ne(stateActs.kind, 'day-closed'), sql`not exists ${refusedOfSale}`),
      ),
    )
    .orderBy(asc(stateActs.id))
    .limit(AT_ONCE);
  return rows.map(({ act, saleStatus, receiptId, saleCreatedAt }) => ({
    ...act,
    status: act.status as OpenAct['status'],
    ...{ receiptId, saleCreatedAt },
    sale: saleStatus && { status: saleStatus, stateId: receiptId },
  }));
}

/** Nothing was sent, so it does not count as a try. */
export const notTried = { status: 'waiting', tries: sql`${stateActs.tries} - 1` } as const;

export const inSeconds = (clock: Clock, seconds: number) => asDate(clock().add({ seconds }));

/** Marks acts that still wait. If this process ends now, they are looked up. */
export async function markSending(ready: readonly Content[], at: Date): Promise<Content[]> {
  if (ready.length === 0) return [];
  const marked = await database()
    .update(stateActs)
    .set({
      ...{ status: 'sending', triedAt: at, tries: sql`${stateActs.tries} + 1` },
      dueAt: new Date(at.getTime() + LOOK_UP_AFTER * 1000),
    })
    .where(
      and(
        inArray(
          stateActs.id,
          ready.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'waiting'),
      ),
    )
    .returning({ id: stateActs.id });
  const ids = new Set(marked.map(({ id }) => id));
  return ready.filter(({ act }) => ids.has(act.id));
}

/**
 * Whether acts have the mark of this run, which then holds for a call. A run that was stopped for minutes between its mark and
 * its call finds that another one has looked up, and sent, what it was about to send.
 */
export async function isStillOurs(marked: readonly Content[], at: Date, clock: Clock): Promise<boolean> {
  const ours = await database()
    .update(stateActs)
    .set({ dueAt: inSeconds(clock, CALL_SECONDS) })
    .where(
      and(
        inArray(
          stateActs.id,
          marked.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'sending'),
        eq(stateActs.triedAt, at),
      ),
    )
    .returning({ id: stateActs.id });
  return ours.length === marked.length;
}

export async function setAll(
  marked: readonly Pick<Content, 'act'>[],
  values: { status?: 'waiting'; dueAt?: Date | null; answer?: string; tries?: SQL },
): Promise<void> {
  await database()
    .update(stateActs)
    .set(values)
    .where(
      and(
        inArray(
          stateActs.id,
          marked.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'sending'),
      ),
    );
}

export async function finish(
  done: readonly (Content & { stateId: string | null })[],
  at: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    for (const { act, content, stateId } of done)
      await tx
        .update(stateActs)
        .set({ status: 'sent', sentAt: at, stateId, dueAt: null, answer: '', amount: amountOf(content) })
        .where(and(eq(stateActs.id, act.id), eq(stateActs.status, 'sending')));
    await enterReported(
      tx,
      done.map(({ act }) => act.id),
      at,
    );
    await announce(tx, ...topicsOf(done.map(({ act }) => act)));
  });
}

/** Pages that show what became of these acts. */
const topicsOf = (acts: readonly Act[]) =>
  ['inventory', ...acts.flatMap(({ orderId }) => (orderId ? [`order:${orderId}` as const] : []))] as const;

/** Of a sale as the shop reports it now; null of everything else. */
const amountOf = (content: StateAct): Cents | null =>
  content.kind === 'sale' || content.kind === 'sale-changed'
    ? sumCents(content.lines.map(({ amount }) => amount))
    : null;

/** Ends acts that are not sent, unless a person has ended them. */
export async function endAll(
  acts: readonly Act[],
  status: Extract<StateActStatus, 'refused' | 'skipped'>,
  answer: string,
): Promise<void> {
  if (acts.length === 0) return;
  await inTransaction(async (tx) => {
    await tx
      .update(stateActs)
      .set({ status, answer, dueAt: null })
      .where(
        and(
          inArray(
            stateActs.id,
            acts.map(({ id }) => id),
          ),
          inArray(stateActs.status, ['waiting', 'sending']),
        ),
      );
    await announce(tx, ...topicsOf(acts));
  });
}
