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
import { categoryKey, movedTo } from '../categories/category.ts';
import {
  readCategories,
  readFormerCategories,
  readTaxClassesByCategory,
  readTypesByCategory,
} from '../categories-queries.server.ts';
import { readNamedProducts, readUpcOwners } from '../products/edited-products-queries.server.ts';
import type { ImportMapping } from '../products/inventory-csv.ts';
import { importFields } from '../products/inventory-csv.ts';
import type { ProductRules } from '../products/product-rules.ts';
import { readProductId } from '../products/read-product-id.ts';
import { sectionsOf } from './file-sections.ts';
import { shapeOf } from './file-shapes.ts';
import { findTarget, type Targets } from './find-target.ts';
import { eachBatchOfRows, holdImport, type ImportUnderWork, saveProgress } from './import-file.server.ts';
import { planRow, rejectRow } from './import-row.ts';
import type { ImportTarget, PlannedRow } from './planned-row.ts';
import { countRow, noCounts } from './product-import.ts';
import { categoryNames, type ImportFile, type ReadRow, type Row, readImportRow } from './read-import-row.ts';
import { nameKey } from './restore-cells.ts';

/** What 'Stock' counts in a preview: previews from when it counted only units on sale are made again. */
const STOCK_COUNTS = 'units in the building';

/** Identifies the settings that judge rows, the columns that a file can have, and the meaning of its stock. */
export const rulesKey = ({ pricing, publishing }: ProductRules): string =>
  JSON.stringify([pricing, publishing, importFields, STOCK_COUNTS]);

/** Does nothing for an import that does not wait for a preview. Safe to repeat. */
export async function previewImport(importId: string, now = systemClock()): Promise<void> {
  const rules = await readSettings();
  const { today } = await storeClock(now);
  await inLongTransaction(async (tx) => {
    const file = await holdImport(tx, importId, 'reading');
    if (!file) return;
    await tx.delete(productImportRows).where(eq(productImportRows.importId, importId));
    const seen: Seen = { products: new Map(), names: new Map(), upcs: new Map() };
    const former = await readFormerCategories();
    const categories = categoryNames(
      await readCategories(),
      former,
      await readTypesByCategory(),
      await readTaxClassesByCategory(),
    );
    const shape = shapeOf(file.header);
    const sections =
      shape === null
        ? sectionsOf(file.header, file.mapping, (name) => categories.ids.has(categoryKey(name)))
        : null;
    const work: ImportFile = {
      mapping: sections?.mapping ?? file.mapping,
      header: file.header,
      options: { ...file.options, categoryId: movedTo(former, file.options.categoryId) },
      today: String(today),
      reshape: shape?.reshape(file.header) ?? sections?.reshape,
      categories,
    };
    const counts = noCounts();
    let done = 0;
    let writing = Promise.resolve();
    for await (const { rows, targets } of readAhead(eachTargetedBatch(file, work))) {
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
        options: work.options,
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

const isReadable = (row: ReadRow): row is Row => row.kind === 'read';

function compareRow(
  given: ReadRow,
  targets: Targets,
  file: ImportFile,
  seen: Seen,
  rules: ProductRules,
): PlannedRow {
  if (given.kind !== 'read') return given.row;
  const found = findTarget(given, targets, file);
  if ('problem' in found) {
    const rejected = rejectRow(given, found.problem);
    return found.asks ? { ...rejected, asks: found.asks } : rejected;
  }
  const row =
    found.isByName && found.target
      ? { ...given, values: { ...given.values, name: found.target.values.name } }
      : given;
  // A new product with the name of others may be one of them, in a size that was written differently.
  const alike =
    found.target === null
      ? (targets.byName.get(nameKey(row.values.name ?? '')) ?? []).slice(0, MOST_OTHERS)
      : [];
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

/** Reads rows of the file with the products that they may refer to. */
async function* eachTargetedBatch(
  file: ImportUnderWork,
  work: ImportFile,
): AsyncGenerator<{ rows: ReadRow[]; targets: Targets }> {
  for await (const batch of eachBatchOfRows(file)) {
    const rows = batch.map((row) => readImportRow(row, work));
    yield { rows, targets: await readTargets(rows.filter(isReadable), work.today) };
  }
}

async function readTargets(rows: readonly Row[], today: string): Promise<Targets> {
  const products = await readNamedProducts(
    rows.flatMap(({ id }) => readProductId(id ?? '') ?? []),
    rows.flatMap(({ values }) => (values.name ? nameKey(values.name) : [])),
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
    const key = nameKey(product.values.name);
    targets.byName.set(key, [...(targets.byName.get(key) ?? []), target]);
  }
  return targets;
}

/** Says why a row repeats an earlier row's product; null for the first. */
function seenBefore(
  row: Row,
  target: ImportTarget | null,
  mapping: ImportMapping,
  seen: Seen,
): string | null {
  const { batchNumber } = row.values;
  const words = (line: number) =>
    `The product is on line ${line} already.${batchNumber === '' ? '' : ` Receive batch ${batchNumber} on its lots page.`}`;
  if (target) {
    const line = seen.products.get(target.id);
    if (line === undefined) seen.products.set(target.id, row.line);
    return line === undefined ? null : words(line);
  }
  const { name, strainCode, size } = row.values;
  const key = JSON.stringify([
    nameKey(name ?? ''),
    mapping.strainCode === undefined ? null : strainCode,
    mapping.size === undefined ? null : size,
  ]);
  const line = seen.names.get(key);
  if (line === undefined) seen.names.set(key, row.line);
  return line === undefined ? null : words(line);
}

/** Why a row cannot have its UPC: a product has it, whatever the file says of that one, or an earlier row. */
function upcTaken(
  row: Row,
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
