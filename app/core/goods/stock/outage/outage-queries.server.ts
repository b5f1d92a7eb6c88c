/** Reads outages and their entries. */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { lots, outageEntries, stateOutages, stockLedger } from '#db/schema/stock.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { countLeft, countWaiting, entriesOf, isReported } from './open-outage-queries.server.ts';
import { deadlineOf } from './outage.ts';
import type { OutageEntry, OutageEntryState, OutageView } from './outage-list.ts';

const SHOWN = 50;
const OUTAGES = 50;

/** The newest outages; null for actors who may not count stock. */
export async function readOutages(actor: Actor, zone: string): Promise<OutageView[] | null> {
  if (!may(actor, 'inventory.see')) return null;
  const rows = await database().select().from(stateOutages).orderBy(desc(stateOutages.number)).limit(OUTAGES);
  return Promise.all(rows.map((row) => viewOf(row, zone)));
}

type OutageRow = typeof stateOutages.$inferSelect;

/** null if there is no such outage, and for actors who may not count stock. */
export async function readOutage(
  actor: Actor,
  number: number,
  state: OutageEntryState,
  zone: string,
): Promise<{ outage: OutageView; page: KeysetPage<OutageEntry> } | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [row] = await database().select().from(stateOutages).where(eq(stateOutages.number, number));
  if (!row) return null;
  const matching = entriesMatching(row, state);
  const [outage, page] = await Promise.all([
    viewOf(row, zone),
    readKeysetPage(keysetOf(state), state.position, SHOWN, (query) =>
      selectEntries(database(), matching, query),
    ),
  ]);
  return { outage, page: { ...page, rows: page.rows.map((entry) => entryOf(entry, zone)) } };
}

/** Every entry that the filter matches, in the list's order. Does not check permissions: `exportOutage` does. */
export async function* eachEntry(
  db: Database,
  outage: OutageRow,
  state: OutageEntryState,
): AsyncGenerator<Omit<EntryRow, 'key'>> {
  yield* eachRow(keysetOf(state), (query) => selectEntries(db, entriesMatching(outage, state), query));
}

const keysetOf = ({ sort }: OutageEntryState): Keyset => ({
  columns: [{ expression: stockLedger.id, type: 'bigint' }],
  descending: sort.startsWith('-'),
});

function entriesMatching(outage: OutageRow, { filters: { state } }: OutageEntryState): SQL | undefined {
  return and(
    entriesOf(outage),
    state === 'open' ? isNull(outageEntries.ledgerId) : undefined,
    state === 'entered' ? isNotNull(outageEntries.ledgerId) : undefined,
  );
}

const selectEntries = (
  db: Database,
  matching: SQL | undefined,
  { where, orderBy, limit, key }: KeysetQuery,
) =>
  db
    .select({
      id: stockLedger.id,
      createdAt: stockLedger.createdAt,
      reason: stockLedger.reason,
      product: products.name,
      size: products.size,
      batchNumber: sql<string>`coalesce(${lots.batchNumber}, '')`,
      packageTag: lots.packageTag,
      units: sql<number>`${stockLedger.onHandChange} + ${stockLedger.setAsideChange}`,
      order: orders.orderId,
      who: users.name,
      note: stockLedger.note,
      enteredBy: outageEntries.enteredByName,
      enteredAt: outageEntries.createdAt,
      isReported: sql<boolean>`${isReported}`,
      key,
    })
    .from(stockLedger)
    .innerJoin(products, eq(products.id, stockLedger.productId))
    .leftJoin(lots, eq(lots.id, stockLedger.lotId))
    .leftJoin(orders, eq(orders.id, stockLedger.orderId))
    .leftJoin(users, eq(users.id, stockLedger.actorId))
    .leftJoin(outageEntries, eq(outageEntries.ledgerId, stockLedger.id))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

function entryOf(
  { createdAt, enteredBy, enteredAt, ...row }: Omit<EntryRow, 'key'>,
  zone: string,
): OutageEntry {
  return {
    ...row,
    at: formatDateTime(instantOf(createdAt), zone),
    entered: enteredAt && { by: enteredBy ?? '', at: formatDateTime(instantOf(enteredAt), zone) },
  };
}

async function viewOf(row: OutageRow, zone: string): Promise<OutageView> {
  const started = instantOf(row.startedAt);
  const [total, left, waiting] = await Promise.all([
    database().$count(stockLedger, entriesOf(row)),
    countLeft(row),
    countWaiting(row),
  ]);
  return {
    ...{ number: row.number, note: row.note, declaredBy: row.declaredByName, total, left, waiting },
    started: formatDateTime(started, zone),
    deadline: deadlineOf(started).epochMilliseconds,
    deadlineAt: formatDateTime(deadlineOf(started), zone),
    ended: row.endedAt && formatDateTime(instantOf(row.endedAt), zone),
    endedBy: row.endedByName,
  };
}
