/**
 * Compares an imported file with the products, row by row, and saves what applying it would do. Changes
 * nothing else.
 */
import { eq, sql } from 'drizzle-orm';
import { readFileStock } from '#core/goods/stock/file-stock.server.ts';
import { noStock } from '#core/goods/stock/file-stock.ts';
import { lotNumber } from '#core/goods/stock/move-stock.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, inLongTransaction, type Transaction } from '#db/client.ts';
import { productImportRows, productImports } from '#db/schema/catalogue.ts';
import { readAhead } from '#kernel/read-ahead.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import {
  readCategories,
  readTaxClassesByCategory,
  readTypesByCategory,
} from '../categories-queries.server.ts';
import { readNamedProducts, readUpcOwners } from '../products/edited-products-queries.server.ts';
import type { ImportMapping } from '../products/inventory-csv.ts';
import type { ProductRules } from '../products/product-rules.ts';
import { eachBatchOfRows, holdImport, type ImportUnderWork, saveProgress } from './import-file.server.ts';
import { importedFields } from './import-plan.ts';
import {
  categoryNames,
  type ImportFile,
  type ImportTarget,
  type PlannedRow,
  planRow,
  type ReadRow,
  readImportRow,
  rejectRow,
} from './import-row.ts';
import { countRow, noCounts } from './product-import.ts';

/** What 'Stock' counts in a preview: previews from when it counted only units on sale are made again. */
const STOCK_COUNTS = 'units in the building';

/** Identifies the settings that judge rows, the columns that a file can have, and the meaning of its stock. */
export const rulesKey = ({ pricing, publishing }: ProductRules): string =>
  JSON.stringify([pricing, publishing, importedFields, STOCK_COUNTS]);

/** Does nothing for an import that does not wait for a preview. Safe to repeat. */
export async function previewImport(importId: string, now = systemClock()): Promise<void> {
  const rules = await readSettings();
  const { today } = await storeClock(now);
  await inLongTransaction(async (tx) => {
    const file = await holdImport(tx, importId, 'reading');
    if (!file) return;
    await tx.delete(productImportRows).where(eq(productImportRows.importId, importId));
    const seen: Seen = { products: new Map(), names: new Map(), upcs: new Map() };
    const work = {
      mapping: file.mapping,
      columns: file.header.length,
      options: file.options,
      categories: categoryNames(
        await readCategories(),
        await readTypesByCategory(),
        await readTaxClassesByCategory(),
      ),
    };
    const counts = noCounts();
    let done = 0;
    let writing = Promise.resolve();
    for await (const { rows, targets } of readAhead(eachTargetedBatch(file, work, String(today)))) {
      const planned = rows.map((row) => compareRow(row, targets, work, seen, rules));
      for (const row of planned) countRow(counts, row);
      await writing;
      // Written while the next rows are compared; an error surfaces when it is awaited.
      writing = writeRows(tx, importId, planned);
      writing.catch(() => {});
      await saveProgress(importId, done);
      done += rows.length;
    }
    await writing;
    if (done !== file.total) throw new Error(`an import has ${done} rows instead of ${file.total}`);
    await tx
      .update(productImports)
      .set({
        status: 'previewed',
        counts,
        rules: rulesKey(rules),
        preview: file.preview + 1,
        previewedAt: asDate(now),
        done: 0,
      })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
  });
}

/** The lines that already mentioned each product, and each UPC. */
type Seen = { products: Map<number, number>; names: Map<string, number>; upcs: Map<string, number> };
type Readable = Extract<ReadRow, { kind: 'read' }>;

const isReadable = (row: ReadRow): row is Readable => row.kind === 'read';

function compareRow(
  row: ReadRow,
  targets: Targets,
  file: ImportFile,
  seen: Seen,
  rules: ProductRules,
): PlannedRow {
  if (row.kind !== 'read') return row.row;
  const found = findTarget(row, targets, file.mapping);
  if ('problem' in found) return rejectRow(row, found.problem);
  // A new product with the name of others may be one of them, in a size that was written differently.
  const alike =
    found.target === null ? (targets.byName.get(row.values.name ?? '') ?? []).slice(0, MOST_OTHERS) : [];
  const target = found.target ?? alike.find(({ id }) => id === file.options.same?.[row.line]) ?? null;
  const again = seenBefore(row, target, file.mapping, seen);
  if (again) return rejectRow(row, again, target?.id ?? null);
  const taken = upcTaken(row, target, targets, seen);
  if (taken) return rejectRow(row, taken, target?.id ?? null);
  const others = alike.map(({ id, values }) => ({ id, size: values.size }));
  return planRow(row, target, file, rules, others);
}

/** Sizes that a row is offered; a shop sells a strain in a handful. */
const MOST_OTHERS = 8;

type Targets = {
  byId: Map<number, ImportTarget>;
  byName: Map<string, ImportTarget[]>;
  /** UPC to the product that has it. */
  upcOwners: ReadonlyMap<string, number>;
};

/** Reads rows of the file with the products that they may refer to. */
async function* eachTargetedBatch(
  file: ImportUnderWork,
  work: ImportFile,
  today: string,
): AsyncGenerator<{ rows: ReadRow[]; targets: Targets }> {
  for await (const batch of eachBatchOfRows(file)) {
    const rows = batch.map((row) => readImportRow(row, work));
    yield { rows, targets: await readTargets(rows.filter(isReadable), today) };
  }
}

async function readTargets(rows: readonly Readable[], today: string): Promise<Targets> {
  const products = await readNamedProducts(
    rows.flatMap(({ id }) => id ?? []),
    rows.flatMap(({ id, values }) => (id === null && values.name ? values.name : [])),
  );
  const stock = await readFileStock(
    database(),
    products.map(({ id }) => id),
    today,
  );
  const upcOwners = await readUpcOwners(
    database(),
    rows.flatMap(({ values }) => values.upcCode ?? []),
  );
  const targets: Targets = { byId: new Map(), byName: new Map(), upcOwners };
  for (const product of products) {
    const target = { ...product, stock: stock.get(product.id) ?? noStock };
    targets.byId.set(product.id, target);
    if (product.isArchived) continue;
    targets.byName.set(product.values.name, [...(targets.byName.get(product.values.name) ?? []), target]);
  }
  return targets;
}

/** Finds a product by its number; without one, by name, strain and size, as far as the file has those columns. */
function findTarget(
  row: Readable,
  { byId, byName }: Targets,
  mapping: ImportMapping,
): { target: ImportTarget | null } | { problem: string } {
  if (row.id !== null) {
    const target = byId.get(row.id);
    return target ? { target } : { problem: `There is no product with the ID ${row.id}.` };
  }
  const alike = (byName.get(row.values.name ?? '') ?? []).filter(
    ({ values }) =>
      (mapping.strainCode === undefined || values.strainCode === (row.values.strainCode ?? null)) &&
      (mapping.size === undefined || values.size === (row.values.size ?? null)),
  );
  if (alike.length > 1)
    return { problem: `${alike.length} products are called so. Give the ID of the one that is meant.` };
  return { target: alike[0] ?? null };
}

/** Says why a row repeats an earlier row's product; null for the first. */
function seenBefore(
  row: Readable,
  target: ImportTarget | null,
  mapping: ImportMapping,
  seen: Seen,
): string | null {
  const words = (line: number) => `The product is on line ${line} already.`;
  if (target) {
    const line = seen.products.get(target.id);
    if (line === undefined) seen.products.set(target.id, row.line);
    return line === undefined ? null : words(line);
  }
  const { name, strainCode, size } = row.values;
  const key = JSON.stringify([
    name,
    mapping.strainCode === undefined ? null : strainCode,
    mapping.size === undefined ? null : size,
  ]);
  const line = seen.names.get(key);
  if (line === undefined) seen.names.set(key, row.line);
  return line === undefined ? null : words(line);
}

/** Why a row cannot have its UPC: a product has it, whatever the file says of that one, or an earlier row. */
function upcTaken(
  row: Readable,
  target: ImportTarget | null,
  { upcOwners }: Targets,
  { upcs }: Seen,
): string | null {
  const { upcCode } = row.values;
  if (!upcCode) return null;
  const owner = upcOwners.get(upcCode);
  if (owner !== undefined && owner !== target?.id) return `Product ${owner} has this UPC.`;
  const line = upcs.get(upcCode);
  if (line === undefined) upcs.set(upcCode, row.line);
  return line === undefined ? null : `The UPC is on line ${line} already.`;
}

/** Reserves the ids of new products and lots here, so that the preview and the applied import use the same ones. */
async function writeRows(tx: Transaction, importId: string, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into product_import_rows (import_id, line, outcome, name, product_id, lot_id, version, reasons, warnings,
      plan, cells)
    select ${importId}::uuid, line, outcome, name,
      case outcome when 'new' then nextval((select pg_get_serial_sequence('products', 'id')::regclass))::int
        else "productId" end,
      case plan -> 'stock' ->> 'kind' when 'receive' then ${lotNumber} end,
      version, reasons, warnings, plan, cells
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (line int, outcome text, name text,
      "productId" int, version int, reasons text[], warnings text[], plan jsonb, cells text[])`);
}
