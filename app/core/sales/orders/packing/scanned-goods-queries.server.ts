/** Finds what a scanned code names: goods, or an order. */
import { type SQL, sql } from 'drizzle-orm';
import { readLotCode } from '#core/goods/stock/lots/lots.ts';
import type { Database, Transaction } from '#db/client.ts';
import { gtinForms } from '#kernel/gtin.ts';
import { readRetailItem } from '#kernel/retail-item.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import type { ScannedCode } from '../scan/scanned-code.ts';
import type { Goods } from './unit-to-pack.ts';

export type NamedByCode =
  | { kind: 'goods'; goods: Goods }
  /** A pickup pass, or the label of a bag. */
  | { kind: 'order'; orderId: string }
  | { kind: 'nothing' };

type Reads = Pick<Database | Transaction, 'execute'>;

const nothing = { kind: 'nothing' } as const;

/**
 * Reads the products, lots and units that the code may mean; among several, what the order has. A package tag or batch
 * number of a lot that is off sale is found too: the refusal says to set it aside.
 * @param orderId the uuid of the order that is packed
 */
export async function readNamed(tx: Reads, code: ScannedCode, orderId: string): Promise<NamedByCode> {
  switch (code.kind) {
    case 'product-code':
      return (
        (await readProduct(tx, sql`product.upc_code = any(${sql.param(gtinForms(code.gtin))}::text[])`)) ??
        (code.pass === null ? null : await readOrder(tx, sql`pass_code = ${code.pass}`)) ??
        (await readBatch(tx, code.digits, orderId)) ??
        nothing
      );
    case 'package-tag':
      return (await readLot(tx, isOfPackage(code.tag), orderId)) ?? nothing;
    case 'retail-item':
      return readUnit(tx, code.id, orderId);
    case 'own-address':
      return readAddressed(tx, code.path, orderId);
    case 'pass':
      return (
        (await readOrder(tx, sql`pass_code = ${code.code}`)) ??
        (await readBatch(tx, code.code, orderId)) ??
        nothing
      );
    case 'label':
      return (
        (await readBatch(tx, code.text, orderId)) ??
        (/^ord\d{3,10}$/i.test(code.text)
          ? await readOrder(tx, sql`order_id = ${code.text.toUpperCase()}`)
          : null) ??
        nothing
      );
    case 'id-card':
    case 'foreign-address':
    case 'unknown':
      return nothing;
  }
}

const isOfPackage = (tag: string): SQL => sql`upper(lot.package_tag) = ${tag}`;

/** Our own labels lead to the page of a lot, or of a product; older ones to a lot's certificate. */
async function readAddressed(tx: Reads, path: string, orderId: string): Promise<NamedByCode> {
  const [, room = '', name = ''] =
    /^\/(?:counter\/)?(lots|certificates|products|orders)\/([^/]+)/.exec(path) ?? [];
  if (room === 'orders') return (await readOrder(tx, sql`order_id = ${name.toUpperCase()}`)) ?? nothing;
  const lotCode = room === 'lots' ? readLotCode(name) : null;
  if (lotCode) return (await readLot(tx, sql`lot.public_code = ${lotCode}`, orderId)) ?? nothing;
  if (room === 'lots' || !/^[1-9]\d{0,8}$/.test(name)) return nothing;
  const id = Number(name);
  if (room === 'certificates') return (await readLot(tx, sql`lot.id = ${id}`, orderId)) ?? nothing;
  return (await readProduct(tx, sql`product.id = ${id}`)) ?? nothing;
}

/** A unit belongs to the lot of its package; one whose code has no package tag, to the lot that staff gave the code. */
async function readUnit(tx: Reads, id: string, orderId: string): Promise<NamedByCode> {
  const item = readRetailItem(id);
  const found =
    (item && (await readLot(tx, isOfPackage(item.packageTag), orderId))) ??
    (await readLot(tx, sql`lot.retail_item_id = ${id}`, orderId));
  if (found === null) return nothing;
  const unit = item?.unit ?? id;
  const { rows } = await tx.execute<NonNullable<Goods['inBag']>>(sql`
    select orders.order_id as "orderId", unit.packed_by_name as "packedBy", orders.status = 'completed' as "isSold"
    from packed_units as unit
    join order_items as line on line.reservation_id = unit.reservation_id
    join orders on orders.id = line.order_id
    where unit.retail_unit = ${unit}`);
  return { kind: 'goods', goods: { ...found.goods, unit, inBag: rows[0] ?? null } };
}

type NamedGoods = Extract<NamedByCode, { kind: 'goods' }>;

async function readProduct(tx: Reads, matching: SQL): Promise<NamedGoods | null> {
  const { rows } = await tx.execute<{ productId: number; name: string }>(
    sql`select product.id as "productId", product.name from products as product where ${matching} limit 1`,
  );
  return rows[0] ? { kind: 'goods', goods: { ...rows[0], lot: null, unit: null, inBag: null } } : null;
}

const readBatch = (tx: Reads, text: string, orderId: string) =>
  readLot(tx, sql`lower(lot.batch_number) = lower(${text})`, orderId);

/** Two products may have a batch of one number: the order's comes first, then one that must leave its bag, then one on sale. */
async function readLot(tx: Reads, matching: SQL, orderId: string): Promise<NamedGoods | null> {
  const { rows } = await tx.execute<{
    productId: number;
    name: string;
    lotId: number;
    batchNumber: string;
    status: LotStatus;
    expiresOn: string | null;
  }>(sql`
    select product.id as "productId", product.name, lot.id as "lotId", lot.batch_number as "batchNumber", lot.status,
      lot.expires_on::text as "expiresOn"
    from lots as lot join products as product on product.id = lot.product_id
    where ${matching}
    order by exists (select from order_items as line where line.order_id = ${orderId}::uuid and line.product_id = lot.product_id) desc,
      exists (select from put_backs as gone where gone.order_id = ${orderId}::uuid and gone.lot_id = lot.id and gone.done_at is null) desc,
      (lot.status = 'sellable') desc, lot.id
    limit 1`);
  const [row] = rows;
  if (!row) return null;
  const { productId, name, ...lot } = row;
  return { kind: 'goods', goods: { productId, name, lot, unit: null, inBag: null } };
}

async function readOrder(tx: Reads, matching: SQL): Promise<NamedByCode | null> {
  const { rows } = await tx.execute<{ orderId: string }>(
    sql`select order_id as "orderId" from orders where ${matching}`,
  );
  return rows[0] ? { kind: 'order', orderId: rows[0].orderId } : null;
}
