/** Loads imports for the staff who uploaded them: their progress, their rows one page at a time, the rejected rows. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { restorable } from '#core/goods/catalogue/categories/category.ts';
import { readFormerCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { columnsLeftOut, doubtfulFields } from '#core/goods/catalogue/imports/file-heads.ts';
import { shapeOf } from '#core/goods/catalogue/imports/file-shapes.ts';
import { hasFile } from '#core/goods/catalogue/imports/import-file.server.ts';
import {
  changesOf,
  type OtherSize,
  type RowChange,
  type RowPlan,
  type SaleAfter,
} from '#core/goods/catalogue/imports/import-plan.ts';
import { type ImportCounts, noCounts } from '#core/goods/catalogue/imports/product-import.ts';
import type { ImportOptions } from '#core/goods/catalogue/imports/read-import-row.ts';
import type { ImportField, ImportMapping } from '#core/goods/catalogue/products/inventory-csv.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { productBatches, productImportRows, productImports } from '#db/schema/catalogue.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Position } from '#kernel/list-state.ts';
import type { ImportOutcome, ImportStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { ImportListState } from './import-list.ts';

const ROWS_ON_A_PAGE = 50;

export type ImportView = {
  id: string;
  status: ImportStatus;
  encoding: string;
  header: string[];
  mapping: ImportMapping;
  options: ImportOptions;
  total: number;
  preview: number;
  /** null until there is a preview. */
  counts: ImportCounts | null;
  movedOn: boolean;
  /** Rows that the running job has done. */
  done: number;
  left: number;
  mayUndo: boolean;
};

const columns = {
  id: productImports.id,
  status: productImports.status,
  encoding: productImports.encoding,
  header: productImports.header,
  mapping: productImports.mapping,
  options: productImports.options,
  total: productImports.total,
  preview: productImports.preview,
  counts: productImports.counts,
  movedOn: productImports.movedOn,
  done: productImports.done,
  left: productImports.left,
  mayUndo: sql<boolean>`${productImports.status} = 'applied' and coalesce(
    ${productBatches.undoneAt} is null and ${productBatches.createdAt} > now() - interval '24 hours', false)`,
};

/** null for another person's import, one that does not exist, and one whose file is deleted. */
export async function readImport(actor: Actor, importId: string): Promise<ImportView | null> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage') || !isUuid(importId)) return null;
  const [row] = await database()
    .select(columns)
    .from(productImports)
    .leftJoin(productBatches, eq(productBatches.id, productImports.batchId))
    .where(and(eq(productImports.id, importId), eq(productImports.actorId, actor.userId), hasFile));
  if (!row) return null;
  const found = row as ImportView;
  // Counts of an import from before a figure existed do not have it.
  return { ...found, counts: found.counts && { ...noCounts(), ...found.counts } };
}

/** What its page shows beside it. */
export async function readImportPage(found: ImportView, state: ImportListState) {
  const hasRows = found.counts !== null && found.status !== 'reading';
  const unknown = Object.keys(found.counts?.unknownCategories ?? {});
  const [{ shelves, types }, page, namesakes, former] = await Promise.all([
    readInventoryOptions(),
    hasRows ? readImportRows(found.id, state) : { rows: [], previous: null, next: null },
    found.status === 'previewed' && found.counts?.others ? readNamesakes(found.id) : [],
    unknown.length > 0 ? readFormerCategories() : [],
  ]);
  const offMenu = Object.fromEntries(unknown.map((name) => [name, restorable(former, name)]));
  return { found: withoutTop(found), heads: headsOf(found), state, shelves, types, page, namesakes, offMenu };
}

/** How the columns of a file were read; `lines` are the first rows, for choosing the one with the names. */
export type ImportHeads = {
  /** The program that wrote the file; null for any other file. */
  program: string | null;
  leftOut: { head: string; why: string | null }[];
  lines: string[];
  headAt: number;
  /** Fields for which two columns have one name. */
  doubtful: ImportField[];
};

const LONGEST_LINE = 80;

function headsOf({ header, mapping, options }: ImportView): ImportHeads {
  const lines = (options.top ?? []).map((cells) => {
    const line = cells.filter((cell) => cell !== '').join(' · ');
    return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
  });
  const doubtful = doubtfulFields(header).filter((field) => mapping[field] === undefined);
  const isTwice = ({ head }: { head: string }) => header.filter((other) => other === head).length > 1;
  return {
    program: shapeOf(header)?.program ?? null,
    leftOut: columnsLeftOut(header, mapping).filter((column) => doubtful.length === 0 || !isTwice(column)),
    lines,
    headAt: options.headAt ?? 0,
    doubtful,
  };
}

/** The browser needs the lines, not the cells. */
function withoutTop(found: ImportView): ImportView {
  const { top: _, ...options } = found.options;
  return { ...found, options };
}

/** `sent` is 'Nov 24, 2026 2:00 PM'. */
export type ImportLine = Pick<ImportView, 'id' | 'status' | 'total'> & { sent: string };

/** This person's newest imports. */
export async function readRecentImports(actor: Actor, zone: string): Promise<ImportLine[]> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return [];
  const rows = await database()
    .select({
      id: productImports.id,
      status: productImports.status,
      total: productImports.total,
      createdAt: productImports.createdAt,
    })
    .from(productImports)
    .where(and(eq(productImports.actorId, actor.userId), hasFile))
    .orderBy(desc(productImports.createdAt))
    .limit(5);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    sent: formatDateTime(instantOf(createdAt), zone),
  }));
}

export type ImportRow = {
  line: number;
  outcome: ImportOutcome;
  name: string;
  productId: number | null;
  reasons: string[];
  warnings: string[];
  changes: RowChange[];
  /** null for a row that changes nothing. */
  sale: SaleAfter | null;
};

export type ImportPage = { rows: ImportRow[]; previous: Position | null; next: Position | null };

const byLine: Keyset = {
  columns: [{ expression: productImportRows.line, type: 'integer' }],
  descending: false,
};

/** Does not check who owns the import: `readImport` does. */
export async function readImportRows(importId: string, state: ImportListState): Promise<ImportPage> {
  const { outcome } = state.filters;
  const chosen =
    outcome === undefined
      ? undefined
      : (rowFilters[outcome] ?? eq(productImportRows.outcome, outcome as ImportOutcome));
  const page = await readKeysetPage(byLine, state.position, ROWS_ON_A_PAGE, (query) =>
    selectRows(importId, chosen, query),
  );
  return {
    ...page,
    rows: page.rows.map(({ plan, ...row }) => ({
      ...row,
      changes: plan ? changesOf(plan as RowPlan) : [],
      sale: (plan as RowPlan | null)?.sale ?? null,
    })),
  };
}

/** Filters that are not an outcome. */
const rowFilters: Readonly<Record<string, SQL>> = {
  warned: sql`${productImportRows.warnings} <> '{}'`,
  'off-sale': sql`${productImportRows.plan} ->> 'sale' like 'missing:%'`,
  waiting: sql`${productImportRows.plan} ->> 'sale' = 'waiting'`,
};

/** A new product whose name exists in other sizes. */
export type NamesakeRow = { line: number; name: string; size: string | null; others: OtherSize[] };

const MOST_NAMESAKES = 50;

/** The first of them. Does not check who owns the import: `readImport` does. */
export async function readNamesakes(importId: string): Promise<NamesakeRow[]> {
  const rows = await database()
    .select({ line: productImportRows.line, name: productImportRows.name, plan: productImportRows.plan })
    .from(productImportRows)
    .where(
      and(eq(productImportRows.importId, importId), sql`${productImportRows.plan} -> 'others' is not null`),
    )
    .orderBy(productImportRows.line)
    .limit(MOST_NAMESAKES);
  return rows.map(({ line, name, plan }) => {
    const { after, others = [] } = plan as RowPlan;
    return { line, name, size: after.size, others };
  });
}

function selectRows(importId: string, chosen: SQL | undefined, query: KeysetQuery) {
  return database()
    .select({
      line: productImportRows.line,
      outcome: productImportRows.outcome,
      name: productImportRows.name,
      productId: productImportRows.productId,
      reasons: productImportRows.reasons,
      warnings: productImportRows.warnings,
      plan: productImportRows.plan,
      key: query.key,
    })
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, importId), chosen, query.where))
    .orderBy(...query.orderBy)
    .limit(query.limit);
}

/** Rejected rows unchanged, with the reason. Does not check who owns the import: `readImport` does. */
export async function* eachRejectedRow(
  importId: string,
): AsyncGenerator<{ cells: string[]; line: number; reasons: string[] }> {
  const rows = eachRow(byLine, ({ where, orderBy, limit, key }) =>
    database()
      .select({
        cells: productImportRows.cells,
        line: productImportRows.line,
        reasons: productImportRows.reasons,
        outcome: productImportRows.outcome,
        key,
      })
      .from(productImportRows)
      .where(
        and(
          eq(productImportRows.importId, importId),
          inArray(productImportRows.outcome, ['rejected', 'dropped']),
          where,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit),
  );
  for await (const { cells, line, reasons, outcome } of rows)
    yield {
      cells: cells ?? [],
      line,
      reasons: outcome === 'dropped' ? ['The row has no product name.'] : reasons,
    };
}
