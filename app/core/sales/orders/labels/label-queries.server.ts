/** Loads what labels say, and draws them. */
import { sql } from 'drizzle-orm';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { markedTitle } from '#kernel/rehearsal-mark.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { drawLabels } from '#platform/drawing/labels.server.ts';
import type { Label } from '#platform/paper/label.ts';
import { hasEnded, isOrderNumber } from '../order.ts';
import { type BagLabel, bagLabel, MOST_LABELS, type UnitLabel, unitLabel } from './label-words.ts';

/** What a label says of a lot and its product; `limit_category` and `limit_mg` come from the query around it. */
const unitColumns = sql`lot.public_code as "publicCode", product.id as "productId", product.name, product.size,
  product.product_type as "productType", lot.batch_number as "batchNumber", lot.package_tag as "packageTag",
  lot.expires_on::text as "expiresOn", lot.total_thc_basis_points as "totalThcBasisPoints",
  lot.total_cbd_basis_points as "totalCbdBasisPoints", product.net_weight_mg as "netWeightMg",
  product.thc_mg_per_package as "thcMgPerPackage",
  product.cbd_mg_per_package as "cbdMgPerPackage", product.servings`;

/**
 * The labels of an order as a PDF. null for actors who may not manage orders, and for an order that does not exist.
 * @param origin the shop's address, for the codes
 */
export async function drawOrderLabels(actor: Actor, orderId: string, origin: string): Promise<Buffer | null> {
  if (!may(actor, 'orders.manage') || !isOrderNumber(orderId)) return null;
  const labels = await readOrderLabels(orderId, origin);
  if (!labels) return null;
  const { store } = await readSettings();
  return drawLabels({ title: `Labels ${orderId}`, author: store.name, at: new Date() }, labels);
}

/** One for its bag, and one for each unit that a lot covers; null for no order. Checks no permission. */
export async function readOrderLabels(orderId: string, origin: string): Promise<Label[] | null> {
  const { rows: orders } = await database().execute<{
    id: string;
    status: OrderStatus;
    name: string;
    pickup: string | null;
  }>(sql`
    select id, status, coalesce(pickup_name, user_name) as name, pickup_starts_at as pickup from orders
    where order_id = ${orderId}`);
  const [order] = orders;
  if (!order) return null;
  const { rows } = await database().execute<UnitLabel & { quantity: number }>(sql`
    select ${unitColumns}, line.limit_category as "limitCategory", line.limit_mg as "limitMg", share.quantity
    from order_items as line
    join reservation_lots as share on share.reservation_id = line.reservation_id
    join lots as lot on lot.id = share.lot_id
    join products as product on product.id = line.product_id
    where line.order_id = ${order.id}::uuid
    order by line.position, lot.expires_on, lot.id`);
  const shop = { ...(await readSettings()), origin };
  const pickup = order.pickup && formatDateTime(instantOf(new Date(order.pickup)), shop.store.zone);
  const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  // The bag of an order that has ended goes back whole.
  const unitsOut = hasEnded(order.status) ? null : await readUnitsOut(database(), [order.id]);
  const bag: BagLabel = { orderId, name: order.name, pickup, units, takeOut: unitsOut?.get(order.id) ?? [] };
  const each = rows.flatMap(({ quantity, ...unit }) => Array.from({ length: quantity }, () => unit));
  const labels = [
    bagLabel(bag, shop),
    ...each.slice(0, MOST_LABELS).map((unit, turn) => unitLabel(unit, bag, turn, shop)),
  ];
  const mark = await rehearsalMark();
  return labels.map((label) => ({
    ...label,
    head: { ...label.head, left: markedTitle(mark, label.head.left) },
  }));
}

/**
 * Equal labels for units of a lot; only the warnings take turns. null for actors who may not count stock,
 * and for a lot that does not exist.
 * @param count 1 to `MOST_LABELS`
 */
export async function drawLotLabels(
  actor: Actor,
  lotId: number,
  count: number,
  origin: string,
): Promise<Buffer | null> {
  if (!may(actor, 'inventory.see')) return null;
  const { rows } = await database().execute<UnitLabel>(sql`
    select ${unitColumns}, product.limit_category as "limitCategory", product.limit_mg as "limitMg"
    from lots as lot join products as product on product.id = lot.product_id where lot.id = ${lotId}`);
  const [unit] = rows;
  if (!unit) return null;
  const shop = { ...(await readSettings()), origin };
  const labels = Array.from({ length: count }, (_, turn) => unitLabel(unit, null, turn, shop));
  const about = { title: `Labels of batch ${unit.batchNumber}`, author: shop.store.name, at: new Date() };
  return drawLabels(about, labels);
}
