/** Loads the list of products, with the one being edited and the bulk change that can be undone. */

import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import {
  readInventory,
  readInventoryOptions,
} from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { readUndoable } from '#core/goods/catalogue/products/undo-batch.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { readList } from '#office/kit/read-list.server.ts';
import { readDialogProduct } from './dialog-queries.server.ts';

export async function readInventoryPage(actor: SignedIn, searchParams: URLSearchParams) {
  const [options, { store }] = await Promise.all([readInventoryOptions(), readSettings()]);
  const state = inventoryList(options).parse(searchParams);
  const today = storeDate(systemClock(), store.zone).toString();
  const failed = { what: 'products', said: 'Failed to fetch products' };
  const [shown, undoable, editing] = await Promise.all([
    readList(actor, inventoryList(options), readInventory(actor, state, today), failed),
    readUndoable(actor),
    readDialogProduct(actor, readProductId(searchParams.get('edit') ?? undefined), today),
  ]);
  return {
    ...{ options, state, ...shown, undoable, editing },
    may: {
      manage: may(actor, 'inventory.manage'),
      discount: may(actor, 'products.discount'),
      release: may(actor, 'lots.release'),
    },
  };
}
