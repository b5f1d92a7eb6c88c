/** Reads the outage that is open, for the commands that it refuses and for the counter's banner. */
import { and, desc, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Database, database, type Transaction } from '#db/client.ts';
import { outageEntries, stateOutages, stockLedger } from '#db/schema/stock.ts';
import { asDate, instantOf } from '#kernel/time.ts';
import { deadlineOf, enteredReasons } from './outage.ts';

type Reads = Pick<Database | Transaction, 'select'>;

/** Entries that were not made are shown at the counter for this long after the outage. */
const SHOWN_DAYS = 14;

/** Whether the state's system is down. A delivery that commits while an outage is declared may still be received. */
export async function isStateDown(db: Reads): Promise<boolean> {
  const [open] = await db
    .select({ id: stateOutages.id })
    .from(stateOutages)
    .where(isNull(stateOutages.endedAt))
    .limit(1);
  return open !== undefined;
}

/** Stock changes of an outage that are entered in the state's system. `endedAt` null: until now. */
export function entriesOf(outage: { startedAt: Date; endedAt: Date | null }): SQL | undefined {
  return and(
    gte(stockLedger.createdAt, outage.startedAt),
    outage.endedAt ? lt(stockLedger.createdAt, outage.endedAt) : undefined,
    inArray(stockLedger.reason, [...enteredReasons]),
    sql`${stockLedger.onHandChange} + ${stockLedger.setAsideChange} <> 0`,
  );
}

/** Whether the shop will report this change by itself: it is not for people to enter. */
export const isReported = sql`exists (
  select 1 from state_act_rows as line join state_acts as act on act.id = line.act_id
  where line.ledger_id = ${stockLedger.id} and act.status in ('waiting', 'sending'))`;

/** What the counter says about an outage. Times in milliseconds since 1970. */
export type OutageBanner = {
  number: number;
  isOpen: boolean;
  startedAt: number;
  deadline: number;
  /** Entries that people make in the state's system, and those that the shop will report by itself. */
  left: number;
  waiting: number;
  now: number;
};

/** The newest outage, while it is open or has entries to make; null otherwise. */
export async function readOutageBanner(now: Temporal.Instant): Promise<OutageBanner | null> {
  const recent = asDate(now.subtract({ hours: SHOWN_DAYS * 24 }));
  const [outage] = await database()
    .select()
    .from(stateOutages)
    .where(or(isNull(stateOutages.endedAt), gte(stateOutages.endedAt, recent)))
    .orderBy(desc(stateOutages.number))
    .limit(1);
  if (!outage) return null;
  const [left, waiting] = await Promise.all([countLeft(outage), countWaiting(outage)]);
  if (outage.endedAt !== null && left === 0) return null;
  return {
    number: outage.number,
    isOpen: outage.endedAt === null,
    startedAt: outage.startedAt.getTime(),
    deadline: deadlineOf(instantOf(outage.startedAt)).epochMilliseconds,
    ...{ left, waiting },
    now: now.epochMilliseconds,
  };
}

/** How many entries of the outage the shop has not reported yet, and will report by itself. */
export async function countWaiting(outage: { startedAt: Date; endedAt: Date | null }): Promise<number> {
  return database().$count(stockLedger, and(entriesOf(outage), isReported));
}

/** How many entries of the outage are not in the state's system, and not reported by the shop. */
export async function countLeft(outage: { startedAt: Date; endedAt: Date | null }): Promise<number> {
  return database().$count(
    stockLedger,
    and(
      entriesOf(outage),
      sql`not exists (select 1 from ${outageEntries} where ${outageEntries.ledgerId} = ${stockLedger.id})`,
      sql`not ${isReported}`,
    ),
  );
}
