/** Exports the inventory as spreadsheet rows. Audits the actor and the filters first. */

import { unitsInBuilding } from '#core/goods/stock/lots/lots.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import type { inventoryColumns } from './inventory-csv.ts';
import type { InventoryState } from './inventory-list.ts';
import { type ExportedProduct, eachProduct } from './inventory-queries.server.ts';
import { writeProductField } from './product-fields.ts';

export type InventoryExportRow = Record<keyof typeof inventoryColumns, Cell>;

/** Fields that the file has in the words of the product's form. */
const written = [
  'limitCategory',
  'limitMg',
  'lowStockLevel',
  'upcCode',
  'strainType',
  'thcBasisPoints',
  'cbdBasisPoints',
  'thcMgPerPackage',
  'cbdMgPerPackage',
  'netWeightMg',
  'servings',
  'requiresId',
  'taxClass',
  'discount',
  'discountFrom',
  'discountUntil',
  'discountTerms',
  'description',
  'cannabisContent',
] as const;
type Written = Record<(typeof written)[number], string>;

/**
 * Exports every product that the list's filters match, in the list's order, in batches. Money in dollars;
 * stock is every unit in the building; batch is that of the next lot to sell or, if none is on sale, of any
 * lot with units. Refused: people who may not manage inventory, and an old sign-in, because the file has what we pay
 * for everything.
 */
export async function exportInventory(
  actor: Actor,
  state: InventoryState,
  today: string,
): Promise<Result<AsyncGenerator<InventoryExportRow>, { kind: 'not-allowed' | 'confirm-first' }>> {
  const asStaff = recentStaffTransaction(
    actor,
    'inventory.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'inventory.exported',
      subject: 'store',
      subjectId: 'inventory',
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  if (denied) return denied;
  return succeed(rowsOf(reportRows((db) => eachProduct(db, state, today))));
}

async function* rowsOf(products: AsyncGenerator<ExportedProduct>): AsyncGenerator<InventoryExportRow> {
  for await (const product of products) yield inventoryCsvRow(product);
}

/** Prices in dollars; `stock` is every unit in the building, held ones included. */
export function inventoryCsvRow(product: ExportedProduct): InventoryExportRow {
  return {
    id: product.id,
    name: product.name,
    strainCode: product.strainCode,
    strainName: product.strainName,
    lineage: product.lineage,
    terpenes: product.terpenes,
    batchNumber: product.batchNumber,
    size: product.size,
    stock: unitsInBuilding({
      forSale: product.onHand - product.held,
      held: product.held,
      ...product.offSale,
    }),
    retailPrice: (product.retailPrice / 100).toFixed(2),
    wholesalePrice: (product.wholesalePrice / 100).toFixed(2),
    forSale: product.forSale ? 'yes' : 'no',
    biotrackId: product.biotrackId,
    labTestId: product.labTestId,
    category: product.category,
    productType: product.productType,
    ...(Object.fromEntries(written.map((field) => [field, writeProductField(field, product)])) as Written),
  };
}
