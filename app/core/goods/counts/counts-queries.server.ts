/** Reads count sheets and their rows. */

import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { lockLot } from '#core/goods/stock/lots/change-lot.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { products } from '#db/schema/catalogue.ts';
import { countRows, countSheets } from '#db/schema/counts.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import {
  type CountListState,
  type CountProblem,
  foundConsequence,
  type RowState,
  rowState,
} from './count.ts';

const SHEETS_SHOWN = 50;
const ROWS_ON_A_PAGE = 50;

export type SheetLine = {
  id: number;
  title: string;
  startedAt: string;
  startedByName: string;
  /** null while it is open. */
  closedAt: string | null;
  closedByName: string | null;
  lots: number;
  counted: number;
  /** Differences that wait for an admin. */
  differs: number;
};

const sheetColumns = {
  id: countSheets.id,
  title: countSheets.title,
  createdAt: countSheets.createdAt,
  startedByName: countSheets.startedByName,
  closedAt: countSheets.closedAt,
  closedByName: countSheets.closedByName,
  lots: sql<number>`(select count(*)::int from count_rows as r where r.sheet_id = count_sheets.id)`,
  counted: sql<number>`(select count(r.counted)::int from count_rows as r where r.sheet_id = count_sheets.id)`,
  differs: sql<number>`(select count(*)::int from count_rows as r where r.sheet_id = count_sheets.id
    and r.counted <> r.expected and r.reason is null)`,
};

/** The newest sheets, open ones first. Empty for actors who may not count stock. */
export async function readSheets(actor: Actor, zone: string): Promise<SheetLine[]> {
  if (!may(actor, 'inventory.see')) return [];
  const rows = await database()
    .select(sheetColumns)
    .from(countSheets)
    .orderBy(sql`${countSheets.closedAt} is not null`, desc(countSheets.id))
    .limit(SHEETS_SHOWN);
  return rows.map((row) => sheetLine(row, zone));
}

/** Null for actors who may not count stock, and for a sheet that does not exist. */
export async function readSheet(actor: Actor, id: number, zone: string): Promise<SheetLine | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [row] = await database().select(sheetColumns).from(countSheets).where(eq(countSheets.id, id));
  return row ? sheetLine(row, zone) : null;
}

function sheetLine(
  {
    createdAt,
    closedAt,
    ...row
  }: Omit<SheetLine, 'startedAt' | 'closedAt'> & {
    createdAt: Date;
    closedAt: Date | null;
  },
  zone: string,
): SheetLine {
  return {
    ...row,
    startedAt: formatDateTime(instantOf(createdAt), zone),
    closedAt: closedAt && formatDateTime(instantOf(closedAt), zone),
  };
}

export type CountLine = {
  id: number;
  /** null for a batch that was found on the shelf and is no lot yet. */
  lotId: number | null;
  product: string;
  batchNumber: string;
  packageTag: string | null;
  /** What approval does with a lot that was found on the shelf; null for one that the sheet expected. */
  found: string | null;
  version: number;
  state: RowState;
  counted: number | null;
  /** null until the lot is counted: the sheet does not suggest a number. */
  expected: number | null;
  /** In cents at wholesale price; null for actors who may not see it, and until the lot is counted. */
  value: number | null;
  countedByName: string | null;
  countedAt: string | null;
  reason: string | null;
  decidedByName: string | null;
};

/** Of the lot as it is now; of a batch that is no lot yet, as it was entered. */
const batchNumber = sql<string>`coalesce(${lots.batchNumber}, ${countRows.foundBatch})`;

const differs = sql`${countRows.counted} <> ${countRows.expected}`;

const inView: Readonly<Record<string, SQL>> = {
  'to-count': sql`${countRows.counted} is null`,
  differs,
};

const keyset: Keyset = {
  columns: [
    { expression: countRows.position, type: 'integer' },
    { expression: countRows.id, type: 'integer' },
  ],
  descending: false,
};

function selectRows(db: Database, matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return db
    .select({
      id: countRows.id,
      lotId: countRows.lotId,
      product: countRows.product,
      batchNumber,
      foundBatch: countRows.foundBatch,
      packageTag: lots.packageTag,
      status: lots.status,
      productType: products.productType,
      version: countRows.version,
      counted: countRows.counted,
      expected: countRows.expected,
      wholesalePrice: products.wholesalePrice,
      countedByName: countRows.countedByName,
      countedAt: countRows.countedAt,
      reason: countRows.reason,
      decidedByName: countRows.decidedByName,
      key,
    })
    .from(countRows)
    .leftJoin(lots, eq(lots.id, countRows.lotId))
    .innerJoin(products, eq(products.id, countRows.productId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

function countLine(
  {
    countedAt,
    wholesalePrice,
    foundBatch,
    status,
    productType,
    ...row
  }: Omit<Awaited<ReturnType<typeof selectRows>>[number], 'key'>,
  { zone, seesCost, timeOf = formatDateTime }: { zone: string; seesCost: boolean; timeOf?: typeof localTime },
): CountLine {
  const isCounted = row.counted !== null && row.expected !== null;
  return {
    ...row,
    state: rowState(row),
    found: foundBatch === null ? null : foundConsequence({ status, productType }),
    value: seesCost && isCounted ? ((row.counted ?? 0) - (row.expected ?? 0)) * wholesalePrice : null,
    countedAt: countedAt && timeOf(instantOf(countedAt), zone),
  };
}

/** A page of a sheet. Null for actors who may not count stock. */
export async function readCountRows(
  actor: Actor,
  sheetId: number,
  { filters, position }: CountListState,
  zone: string,
): Promise<KeysetPage<CountLine> | null> {
  if (!may(actor, 'inventory.see')) return null;
  const matching = and(eq(countRows.sheetId, sheetId), filters.view ? inView[filters.view] : undefined);
  const page = await readKeysetPage(keyset, position, ROWS_ON_A_PAGE, (query) =>
    selectRows(database(), matching, query),
  );
  const seesCost = may(actor, 'inventory.manage');
  return { ...page, rows: page.rows.map((row) => countLine(row, { zone, seesCost })) };
}

/** The rows of a sheet for paper, up to a limit. Empty for actors who may not count stock. */
export async function readPaperRows(actor: Actor, sheetId: number, limit: number) {
  if (!may(actor, 'inventory.see')) return [];
  return database()
    .select({
      id: countRows.id,
      product: countRows.product,
      batchNumber,
      packageTag: lots.packageTag,
    })
    .from(countRows)
    .leftJoin(lots, eq(lots.id, countRows.lotId))
    .where(eq(countRows.sheetId, sheetId))
    .orderBy(asc(countRows.position))
    .limit(limit);
}

/** Every row of a sheet, with times as files have them. Does not check permissions: `exportCount` does. */
export async function* eachCountLine(db: Database, sheetId: number, zone: string): AsyncGenerator<CountLine> {
  for await (const row of eachRow(keyset, (query) => selectRows(db, eq(countRows.sheetId, sheetId), query)))
    yield countLine(row, { zone, seesCost: true, timeOf: localTime });
}

/** The differences of a sheet that wait for a decision. Empty for actors who may not manage inventory. */
export async function readDifferences(
  actor: Actor,
  sheetId: number,
): Promise<{ id: number; version: number }[]> {
  if (!may(actor, 'inventory.manage')) return [];
  return database()
    .select({ id: countRows.id, version: countRows.version })
    .from(countRows)
    .where(and(eq(countRows.sheetId, sheetId), differs, isNull(countRows.reason)))
    .orderBy(asc(countRows.position));
}

/** A row of a sheet; `foundBatch` is set where there is no lot. */
export type OpenRow = { lotId: number | null; productId: number; foundBatch: string | null };

/** A row of an open sheet, which stays open until the transaction ends. */
export async function readOpenRow(
  tx: Transaction,
  sheetId: number,
  rowId: number,
): Promise<Result<OpenRow, CountProblem>> {
  const [row] = await tx
    .select({
      lotId: countRows.lotId,
      productId: countRows.productId,
      foundBatch: countRows.foundBatch,
      closedAt: countSheets.closedAt,
    })
    .from(countRows)
    .innerJoin(countSheets, eq(countSheets.id, countRows.sheetId))
    .where(and(eq(countRows.id, rowId), eq(countRows.sheetId, sheetId)))
    .for('share', { of: countSheets });
  if (!row) return refuse({ kind: 'not-found' });
  const { closedAt, ...open } = row;
  return closedAt ? refuse({ kind: 'closed' }) : succeed(open);
}

/**
 * Locks the stock of the row's product and reads its lot: also one that was received since under the batch number that was
 * found. null if the batch is no lot of the product.
 */
export async function lockRowLot(tx: Transaction, { lotId, productId, foundBatch }: OpenRow) {
  if (lotId !== null) return lockLot(tx, lotId);
  await lockStock(tx, [productId]);
  const [lot] = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(and(eq(lots.productId, productId), sql`lower(${lots.batchNumber}) = lower(${foundBatch})`))
    .orderBy(asc(lots.id))
    .limit(1);
  return lot ? lockLot(tx, lot.id) : null;
}

/** Whether the store has an admin other than this one. */
export async function hasOtherAdmin(
  reader: Pick<Database | Transaction, 'select'>,
  userId: string,
): Promise<boolean> {
  const [other] = await reader
    .select({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'admin'), ne(userRoles.userId, userId)))
    .limit(1);
  return other !== undefined;
}
