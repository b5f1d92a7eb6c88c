/** Reads waste for its list, its pages and its file. */

import { and, eq, gte, ilike, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { products } from '#db/schema/catalogue.ts';
import { orders } from '#db/schema/orders.ts';
import { lots, waste } from '#db/schema/stock.ts';
import type { WasteReason } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay } from '#kernel/time.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import { confirmedName, methodLabel, wasteStateOf } from './waste.ts';
import type { WasteListState, WasteRow } from './waste-list.ts';

const SHOWN = 25;
/** Records that one press destroys. */
const MOST_WAITING = 200;

const isWaiting = and(isNull(waste.undoneAt), isNull(waste.destroyedAt));

const keysetOf = ({ sort }: WasteListState): Keyset => ({
  columns: [
    { expression: waste.createdAt, type: 'timestamptz' },
    { expression: waste.number, type: 'integer' },
  ],
  descending: sort.startsWith('-'),
});

/** null for actors who may not count stock. */
export async function readWasteList(
  actor: Actor,
  state: WasteListState,
  zone: string,
): Promise<KeysetPage<WasteRow> | null> {
  if (!may(actor, 'inventory.see')) return null;
  const matching = wasteOf(state, zone);
  const page = await readKeysetPage(keysetOf(state), state.position, SHOWN, (query) =>
    selectWaste(database(), matching, query),
  );
  return { ...page, rows: page.rows.map((row) => rowOf(row, zone)) };
}

/** Every matching record in the list's order, with times as files have them. Does not check permissions: `exportWaste` does. */
export async function* eachWaste(
  db: Database,
  state: WasteListState,
  zone: string,
): AsyncGenerator<WasteRow> {
  const matching = wasteOf(state, zone);
  for await (const row of eachRow(keysetOf(state), (query) => selectWaste(db, matching, query)))
    yield rowOf(row, zone, localTime);
}

/** What waits to be destroyed, oldest first; empty for actors who may not count stock. */
export async function readWaitingWaste(actor: Actor, zone: string): Promise<WasteRow[]> {
  if (!may(actor, 'inventory.see')) return [];
  const rows = await selectColumns()
    .where(isWaiting)
    .orderBy(waste.createdAt, waste.number)
    .limit(MOST_WAITING);
  return rows.map((row) => rowOf(row, zone));
}

/** null if there is no such record, and for actors who may not count stock. */
export async function readWaste(actor: Actor, number: number, zone: string): Promise<WasteRow | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [row] = await selectColumns().where(eq(waste.number, number));
  return row ? rowOf(row, zone) : null;
}

/** Days are store-local. */
function wasteOf({ filters }: WasteListState, zone: string): SQL | undefined {
  const { find = '', state, reason } = filters;
  const [from, to] = [
    filters.from ? parseDate(filters.from) : null,
    filters.to ? parseDate(filters.to) : null,
  ];
  const pattern = `%${find.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return and(
    find === '' ? undefined : or(ilike(lots.batchNumber, pattern), ilike(products.name, pattern)),
    state === 'waiting' ? isWaiting : undefined,
    state === 'destroyed' ? isNotNull(waste.destroyedAt) : undefined,
    state === 'undone' ? isNotNull(waste.undoneAt) : undefined,
    reason ? eq(waste.reason, reason as WasteReason) : undefined,
    from ? gte(waste.createdAt, asDate(startOfDay(from, zone))) : undefined,
    to ? lt(waste.createdAt, asDate(startOfDay(to.add({ days: 1 }), zone))) : undefined,
  );
}

const columns = {
  waste,
  order: orders.orderId,
  product: products.name,
  size: products.size,
  batchNumber: lots.batchNumber,
  packageTag: lots.packageTag,
};

const selectColumns = () =>
  database()
    .select(columns)
    .from(waste)
    .innerJoin(lots, eq(lots.id, waste.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .leftJoin(orders, eq(orders.id, waste.orderId));

const selectWaste = (db: Database, matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) =>
  db
    .select({ ...columns, key })
    .from(waste)
    .innerJoin(lots, eq(lots.id, waste.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .leftJoin(orders, eq(orders.id, waste.orderId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);

function rowOf(
  { waste: row, ...about }: Awaited<ReturnType<typeof selectColumns>>[number],
  zone: string,
  timeOf = formatDateTime,
): WasteRow {
  const at = (date: Date | null) => date && timeOf(instantOf(date), zone);
  const { number, lotId, units, weightMg, reason, note, method, destroyedByName } = row;
  return {
    ...{ ...about, number, lotId, units, weightMg, reason, note },
    witness: confirmedName(row.witness, row.witnessId),
    state: wasteStateOf(row),
    recorded: timeOf(instantOf(row.createdAt), zone),
    recordedBy: row.recordedByName,
    undone: at(row.undoneAt),
    undoneBy: row.undoneByName,
    destroyed: at(row.destroyedAt),
    method: method && methodLabel[method],
    destructionNote: row.destructionNote,
    destroyedBy: destroyedByName && `${destroyedByName} and ${confirmedName(row.secondName, row.secondId)}`,
  };
}
