/** Everything that the API does, in the order of its description. */
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
