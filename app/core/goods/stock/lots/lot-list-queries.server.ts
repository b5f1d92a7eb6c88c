/** Reads the list of lots. Every filter and sort has an index, so 100,000 lots are as fast as 100. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { categories, productFindText, products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { lotFindText, lotLastDay, lots, stockLedger } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Counted, splitSort } from '#kernel/list-state.ts';
import { holdingStatuses } from '#kernel/statuses.ts';
import { formatDate, instantOf, type StoreDate, storeDate } from '#kernel/time.ts';
import { IMPORT_UNDONE } from '../file-stock.ts';
import { type LotListState, type LotOptions, type LotRow, type LotSort, SOON_DAYS } from './lot-list.ts';

const LOTS_ON_A_PAGE = 25;

/** Up to this many found lots are selected by number; more are found quickly enough in the list's order. */
const FEW = 1000;

export type LotsPage = KeysetPage<LotRow> & { counted: Counted };

/** The categories, and the people who have lots in quarantine. */
export async function readLotOptions(): Promise<LotOptions> {
  const [shelves, people] = await Promise.all([
    database()
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .orderBy(categories.name)
      .limit(200),
    database()
      .selectDistinct({ id: users.id, name: users.name })
      .from(lots)
      .innerJoin(users, eq(users.id, lots.quarantinedBy))
      .where(eq(lots.status, 'quarantined'))
      .orderBy(users.name)
      .limit(50),
  ]);
  return { shelves, people };
}

/** Null for actors who may not count stock. */
export async function readLots(
  actor: Actor,
  state: LotListState,
  { zone, today }: { zone: string; today: StoreDate },
): Promise<LotsPage | null> {
  if (!may(actor, 'inventory.see')) return null;
  const found = await findLots(state, today);
  const matching = lotsOf(state, today, found);
  const [page, counted] = await Promise.all([
    readKeysetPage(lotKeyset(state), state.position, LOTS_ON_A_PAGE, (query) =>
      selectLots(database(), matching, query),
    ),
    countRows(sql`${lots} join ${products} on ${products.id} = ${lots.productId}`, matching, FEW),
  ]);
  return { ...page, rows: page.rows.map((row) => lotRow(row, zone)), counted };
}

/** Every matching lot in the list's order. Does not check permissions: `exportLots` does. */
export async function* eachLot(
  db: Database,
  state: LotListState,
  { zone, today }: { zone: string; today: StoreDate },
) {
  const matching = lotsOf(state, today, await findLots(state, today));
  for await (const row of eachRow(lotKeyset(state), (query) => selectLots(db, matching, query)))
    yield lotRow(row, zone);
}

export function lotKeyset(state: LotListState): Keyset {
  const { by, descending } = splitSort<LotSort>(state.sort);
  const first = {
    received: { expression: lots.createdAt, type: 'timestamptz' },
    expires: { expression: lotLastDay(lots), type: 'date' },
    product: { expression: products.name, type: 'text' },
  } as const;
  return { columns: [first[by], { expression: lots.id, type: 'integer' }], descending };
}

/** Lots that a filter finds, if they are few: the list in order would have to be walked to its end for them. */
export async function findLots(
  { filters: { find, units, expiry } }: LotListState,
  today: StoreDate,
): Promise<readonly number[] | null> {
  const part = find && anywhere(find);
  const isDue = hasLastDay(expiry, today);
  const searches = await Promise.all([
    part &&
      idsOf(sql`
        select id from (
          (select lots.id from ${lots} where ${isLotNamed(find)} limit ${FEW + 1})
          union
          (select lots.id from ${lots} join ${products} on ${products.id} = ${lots.productId}
            where ${productFindText(products)} ilike ${part} limit ${FEW + 1})
        ) as found limit ${FEW + 1}`),
    units === 'held' &&
      idsOf(sql`
        select distinct share.lot_id as id from pickup_reservations as reservation
        join reservation_lots as share on share.reservation_id = reservation.id
        where reservation.status = any(${sql.param([...holdingStatuses])}::text[]) and share.lot_id is not null
          and not share.sold limit ${FEW + 1}`),
    isDue && idsOf(sql`select id from ${lots} where ${isDue} limit ${FEW + 1}`),
  ]);
  const few = searches.filter((ids) => typeof ids === 'object').filter((ids) => ids.length <= FEW);
  const [first, ...others] = few;
  return first ? first.filter((id) => others.every((ids) => ids.includes(id))) : null;
}

async function idsOf(query: SQL): Promise<number[]> {
  const { rows } = await database().execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

/** Shorter texts are in no index of parts. */
const SHORTEST_PART = 3;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
const anywhere = (text: string): string => `%${escaped(text)}%`;

/** Lots whose batch number or package tag contains the text; a short text finds batch numbers that begin with it. */
export const isLotNamed = (text: string): SQL =>
  text.length < SHORTEST_PART
    ? sql`lower(${lots.batchNumber}) like ${`${escaped(text.toLowerCase())}%`}`
    : sql`${lotFindText(lots)} ilike ${anywhere(text)}`;

/** Lots with a last day that the filter names. */
function hasLastDay(expiry: string | undefined, today: StoreDate): SQL | undefined {
  const day = (date: StoreDate) => sql`${date.toString()}::date`;
  if (expiry === 'past') return sql`${lotLastDay(lots)} < ${day(today)}`;
  return expiry === 'soon'
    ? sql`${lotLastDay(lots)} between ${day(today)} and ${day(today.add({ days: SOON_DAYS }))}`
    : undefined;
}

/** A lot that an import made and its undo emptied waits for nothing. It is found by its batch or product. */
const notUndone = sql`not (${lots.onHand} = 0 and ${lots.status} = 'untested' and exists (
  select 1 from ${stockLedger} as entry
  where entry.product_id = ${lots.productId} and entry.lot_id = ${lots.id} and entry.note = ${IMPORT_UNDONE}))`;

/** @param found what `findLots` found */
export function lotsOf(
  { filters }: LotListState,
  today: StoreDate,
  found: readonly number[] | null,
): SQL | undefined {
  const { find, status, category, units, expiry, by, product } = filters;
  return and(
    found ? inArray(lots.id, [...found]) : undefined,
    find ? sql`(${isLotNamed(find)} or ${productFindText(products)} ilike ${anywhere(find)})` : undefined,
    status ? sql`${lots.status} = ${status}` : undefined,
    find || (status && status !== 'untested') ? undefined : notUndone,
    category ? eq(products.categoryId, Number(category)) : undefined,
    units === 'some' ? sql`${lots.onHand} > 0` : undefined,
    units === 'held' ? sql`${lots.held} > 0` : undefined,
    hasLastDay(expiry, today),
    by && isUuid(by)
      ? sql`${lots.status} = 'quarantined' and ${lots.quarantinedBy} = ${by}::uuid`
      : undefined,
    product && /^\d{1,9}$/.test(product) ? eq(lots.productId, Number(product)) : undefined,
  );
}

export function selectLots(
  db: Database,
  matching: SQL | undefined,
  { where, orderBy, limit, key }: KeysetQuery,
) {
  return db
    .select({
      id: lots.id,
      productId: lots.productId,
      product: products.name,
      size: products.size,
      batchNumber: lots.batchNumber,
      packageTag: lots.packageTag,
      status: lots.status,
      productType: products.productType,
      testStatus: lots.testStatus,
      labName: lots.labName,
      coaNumber: lots.coaNumber,
      totalThcBasisPoints: lots.totalThcBasisPoints,
      totalCbdBasisPoints: lots.totalCbdBasisPoints,
      onHand: lots.onHand,
      held: lots.held,
      createdAt: lots.createdAt,
      expiresOn: lots.expiresOn,
      key,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

type ReadLotRow = Omit<Awaited<ReturnType<typeof selectLots>>[number], 'key'>;

/** Only lots on sale have units available. */
export function lotRow({ createdAt, ...row }: ReadLotRow, zone: string): LotRow {
  return {
    ...row,
    available: row.status === 'sellable' ? row.onHand - row.held : 0,
    received: formatDate(storeDate(instantOf(createdAt), zone)),
  };
}
