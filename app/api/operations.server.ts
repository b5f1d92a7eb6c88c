/** Everything that the API does, in the order of its description. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { describeApi } from './description.ts';
import { readMenuFeed } from './feed-operation.server.ts';
import { matchOperation } from './match-operation.ts';
import { readAvailability, readMenu, readPickupTimes, readProductById } from './menu-operations.server.ts';
import type { Operation } from './operation.ts';
import { cancelOwnOrder, listOwnOrders, placeOwnOrder, readOwnOrder } from './own-order-operations.server.ts';
import {
  changeLotUnits,
  changeStatus,
  listLots,
  listOrders,
  readStoreOrder,
} from './store-operations.server.ts';

export const operations: readonly Operation[] = [
  readMenu,
  readProductById,
  readAvailability,
  readPickupTimes,
  readMenuFeed,
  listOwnOrders,
  placeOwnOrder,
  readOwnOrder,
  cancelOwnOrder,
  listLots,
  changeLotUnits,
  listOrders,
  readStoreOrder,
  changeStatus,
];

/** The root of the addresses of all operations. */
export const API_ROOT = '/api/v1';

/** The id of the operation that a request asks for; null if there is none. @param target path and query */
export function operationOf(method = '', target = ''): string | null {
  const path = target.split('?', 1)[0]?.slice(API_ROOT.length) ?? '';
  const matched = matchOperation(operations, method === 'HEAD' ? 'GET' : method, path);
  return 'operation' in matched ? matched.operation.id : null;
}

/** The description of all of them. @param origin the shop's public address. */
export async function readDescription(origin: string) {
  const { store } = await readSettings();
  return describeApi(operations, { origin, contact: { name: store.name, email: store.email } });
}
