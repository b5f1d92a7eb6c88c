/** Takes the inventory out of the shop as rows for a spreadsheet. Who did it, and with which filters, goes on record first. */
import { inTransaction } from '#db/client.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv.ts';
import type { inventoryColumns } from './inventory-csv.ts';
import type { InventoryState } from './inventory-list.ts';
import { type ExportedProduct, eachProduct } from './inventory-queries.server.ts';

export type InventoryExportRow = Record<keyof typeof inventoryColumns, Cell>;

/**
 * Every product that the list's filters match, in the list's order, a batch at a time. Money in dollars; stock is on
 * hand in sellable lots, batch that of the lot handed out next. It asks for no sign-in anew: the list shows the same
 * prices to the same people, and the audit log keeps who took them out. Refused: who may not manage
 * inventory.
 */
export async function exportInventory(
  actor: Actor,
  state: InventoryState,
  today: string,
): Promise<Result<AsyncGenerator<InventoryExportRow>, { kind: 'admin-only' }>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return refuse({ kind: 'admin-only' });
  await inTransaction((tx) =>
    recordAudit(tx, actor, {
      action: 'inventory.exported',
      subject: 'store',
      subjectId: 'inventory',
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  return succeed(rowsOf(eachProduct(state, today)));
}

async function* rowsOf(products: AsyncGenerator<ExportedProduct>): AsyncGenerator<InventoryExportRow> {
  for await (const product of products) {
    yield {
      id: product.id,
      name: product.name,
      strainCode: product.strainCode,
      strainName: product.strainName,
      batchNumber: product.batchNumber,
      size: product.size,
      stock: product.onHand,
      retailPrice: (product.retailPrice / 100).toFixed(2),
      wholesalePrice: (product.wholesalePrice / 100).toFixed(2),
      forSale: product.forSale ? 'yes' : 'no',
      biotrackId: product.biotrackId,
      labTestId: product.labTestId,
    };
  }
}
