/** Writes the opening lots of products that move here from another system. */
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { columnsNamed, jsonRows } from '#db/json-rows.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { statement } from '#db/statement.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { lockStock, lotNumber, moveStock, type StockMove } from '../move-stock.server.ts';
import { isGoodOn, LARGEST_LOT, ONLY_BATCH } from './lots.ts';

/** What the ledger says of units that came with a move. */
export const MOVED_NOTE = 'Moved from another system';

type Papers = Pick<
  typeof lots.$inferInsert,
  | 'testStatus'
  | 'labName'
  | 'coaNumber'
  | 'packageTag'
  | 'totalThcBasisPoints'
  | 'totalCbdBasisPoints'
  | 'packagedOn'
  | 'expiresOn'
>;

export type MovedLot = {
  /** Of this shop, when it moved before. */
  id: number | null;
  productId: number;
  batchNumber: string;
  units: number;
  status: LotStatus | null;
  papers: Papers;
};

/**
 * `left`: units that remain because orders hold them, although the other system has fewer. `waitsFor`: the name of the
 * product whose new lot waits for its certificate.
 */
export type WrittenLot = { id: number; left: number; waitsFor: string | null };

/** What a lot may be that moves here: cannabis is on sale if the other system names its test, other goods always are. */
export function movedStatus(
  { status, papers }: Pick<MovedLot, 'status'> & { papers: Pick<Papers, 'testStatus' | 'expiresOn'> },
  isCannabis: boolean,
  today: string,
): LotStatus {
  const isTested = !isCannabis || papers.testStatus === 'TestPassed';
  const isDue = !isGoodOn({ expiresOn: papers.expiresOn ?? null }, today);
  return status ?? (isDue ? 'expired' : isTested ? 'sellable' : 'untested');
}

/**
 * Receives the lots, in their order, or brings those that moved before to the units that the other system has now.
 * @param today store-local, yyyy-mm-dd
 */
export async function moveLots(
  tx: Transaction,
  moved: readonly MovedLot[],
  today: string,
): Promise<WrittenLot[]> {
  const productIds = [...new Set(moved.map(({ productId }) => productId))].sort((a, b) => a - b);
  await lockStock(tx, productIds);
  const known = new Map(
    (
      await tx
        .select({ id: products.id, type: products.productType, name: products.name })
        .from(products)
        .where(sql`${products.id} = any(${sql.param(productIds)}::int[])`)
    ).map(({ id, ...product }) => [id, product]),
  );
  const free = await freeNumbers(tx, productIds);
  const ids = await nextIds(tx, moved.filter(({ id }) => id === null).length);
  const written: WrittenLot[] = [];
  const added: Added[] = [];
  const moves: StockMove[] = [];
  for (const { id: there, productId, units: given, papers, ...lot } of moved) {
    const units = Math.min(Math.max(0, given), LARGEST_LOT);
    const batchNumber = lot.batchNumber || ONLY_BATCH;
    if (there !== null) {
      const change = await changeOf(tx, there, { batchNumber, units });
      if (change.units !== 0)
        moves.push({
          ...{ productId, lotId: there, ...change.move, held: 0, reason: 'adjustment', note: MOVED_NOTE },
        });
      written.push({ id: there, left: change.left, waitsFor: null });
      continue;
    }
    const product = known.get(productId);
    const status = movedStatus({ status: lot.status, papers }, product?.type === 'cannabis', today);
    const id = ids.shift();
    if (id === undefined) throw new Error('a lot has no number');
    added.push({ ...papers, id, productId, batchNumber: free(productId, batchNumber), status });
    const isForSale = status === 'sellable';
    moves.push({
      ...{ productId, lotId: id, held: 0, reason: 'received', note: MOVED_NOTE },
      onHand: isForSale ? units : 0,
      setAside: isForSale ? 0 : units,
    });
    const waits = lot.status === null && status === 'untested';
    written.push({ id, left: 0, waitsFor: waits ? (product?.name ?? null) : null });
  }
  if (added.length > 0) await insertLots(tx, { rows: jsonRows(added) });
  await moveStock(tx, moves, null);
  return written;
}

type Added = Papers & { id: number; productId: number; batchNumber: string; status: LotStatus };

const ADDED = columnsNamed([
  ...['id', 'productId', 'batchNumber', 'status', 'testStatus', 'labName', 'coaNumber', 'packageTag'],
  ...['totalThcBasisPoints', 'totalCbdBasisPoints', 'packagedOn', 'expiresOn'],
] as const satisfies readonly (keyof Added)[]);

const insertLots = statement(sql`
  insert into lots (${ADDED}) select ${ADDED} from json_populate_recordset(null::lots, ${sql.placeholder('rows')}::json)`);

async function nextIds(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select ${lotNumber} as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** What brings the lot to these units; no fewer than orders hold. */
async function changeOf(tx: Transaction, id: number, to: { batchNumber: string; units: number }) {
  const [lot] = await tx
    .select({ onHand: lots.onHand, held: lots.held, status: lots.status, productId: lots.productId })
    .from(lots)
    .where(sql`${lots.id} = ${id}`);
  if (!lot) return { units: 0, left: 0, move: { onHand: 0 } };
  await tx
    .update(lots)
    .set({ batchNumber: to.batchNumber })
    .where(
      sql`${lots.id} = ${id} and not exists (select from lots as other where other.product_id = ${lot.productId}
        and other.batch_number = ${to.batchNumber} and other.id <> ${id})`,
    );
  const wanted = Math.max(to.units, lot.held);
  const units = wanted - lot.onHand;
  const move = lot.status === 'sellable' ? { onHand: units } : { onHand: 0, setAside: units };
  return { units, left: wanted - to.units, move };
}

/** A product's batch numbers differ: returns what makes the number one that its product does not have yet. */
async function freeNumbers(
  tx: Transaction,
  productIds: readonly number[],
): Promise<(productId: number, batchNumber: string) => string> {
  const { rows } = await tx.execute<{ id: number; number: string }>(sql`
    select product_id as id, batch_number as number from lots where product_id = any(${sql.param([...productIds])}::int[])`);
  const key = (productId: number, number: string) => `${productId} ${number}`;
  const taken = new Set(rows.map(({ id, number }) => key(id, number)));
  return (productId, batchNumber) => {
    for (let copy = 1; ; copy += 1) {
      const number = copy === 1 ? batchNumber : `${batchNumber} (${copy})`;
      if (taken.has(key(productId, number))) continue;
      taken.add(key(productId, number));
      return number;
    }
  };
}

/**
 * Deletes lots that moved here, with their rows of the ledger: the one case in which those go, because the shop has not
 * opened and nothing of them was ever reported or sold. The caller has made sure of that.
 */
export async function removeMovedLots(tx: Transaction, ids: readonly number[]): Promise<void> {
  const gone = sql`any(${sql.param([...ids])}::int[])`;
  const { rows } = await tx.execute<{ id: number }>(
    sql`select distinct product_id as id from lots where id = ${gone}`,
  );
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  await tx.execute(sql`
    update product_stock set on_hand = product_stock.on_hand - gone.units
    from (
      select product_id, sum(on_hand)::int as units from lots where id = ${gone} and status = 'sellable' group by 1
    ) as gone
    where gone.product_id = product_stock.product_id`);
  await tx.execute(sql`alter table stock_ledger disable trigger stock_ledger_append_only`);
  await tx.execute(sql`delete from stock_ledger where lot_id = ${gone}`);
  await tx.execute(sql`alter table stock_ledger enable trigger stock_ledger_append_only`);
  await tx.delete(lots).where(inArray(lots.id, [...ids]));
}
