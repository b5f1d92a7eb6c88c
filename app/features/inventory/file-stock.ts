/**
 * What a row of an inventory file says of a product's stock, and what that means for its lots. The file's 'Stock' is
 * what the export writes there: the units on sale of all lots; its 'Batch' is the lot handed out next, or the one that
 * a difference belongs to.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { lotStatusLabel } from './lots.ts';

export type FileLot = { id: number; batchNumber: string; status: LotStatus; onHand: number; held: number };

export type FileStock = {
  /** Units of all lots on sale. */
  onHand: number;
  lots: readonly FileLot[];
  /** The lot handed out next; null where none has units. */
  nextLotId: number | null;
};

/** A new lot with so many units, or a lot that was counted: `expected` is what it had when this was decided. */
export type StockPlan =
  | { kind: 'receive'; batchNumber: string; units: number }
  | { kind: 'count'; lotId: number; batchNumber: string; expected: number; counted: number };

export const noStock: FileStock = { onHand: 0, lots: [], nextLotId: null };

/** `note` is said of a row that is taken in all the same. */
type Planned = { plan: StockPlan | null; note?: string };

/** @param wanted what the row gives; '' and null where it gives nothing, which changes nothing. */
export function planStock(
  wanted: { batchNumber: string; stock: number | null },
  { onHand, lots, nextLotId }: FileStock,
): Result<Planned, string> {
  const { batchNumber, stock } = wanted;
  const named = batchNumber === '' ? null : lots.find((lot) => lot.batchNumber === batchNumber);
  if (named === undefined) return receive(batchNumber, stock, onHand);
  if (stock === null) return succeed({ plan: null });
  const change = stock - onHand;
  if (change === 0) return succeed({ plan: null });
  if (named && named.status !== 'sellable')
    return stock === onHand + named.onHand
      ? succeed({ plan: null })
      : refuse(
          `Batch ${batchNumber} is not on sale (${lotStatusLabel[named.status].toLowerCase()}): count it on the product’s lots page.`,
        );
  const lot =
    named ?? lots.find(({ id }) => id === nextLotId) ?? lots.find(({ status }) => status === 'sellable');
  if (!lot)
    return refuse('Stock needs a Batch: units are counted by batch, and this product has none on sale.');
  const counted = lot.onHand + change;
  if (counted < lot.held)
    return refuse(
      `Batch ${lot.batchNumber} has ${lot.onHand} units, ${lot.held} of them promised to customers: it cannot give ${-change}. Count each lot on the product’s lots page.`,
    );
  const { id: lotId, onHand: expected } = lot;
  return succeed({ plan: { kind: 'count', lotId, batchNumber: lot.batchNumber, expected, counted } });
}

/** A batch that the product does not have: the units that are missing to Stock come with it. */
function receive(batchNumber: string, stock: number | null, onHand: number): Result<Planned, string> {
  if (stock === null || (stock === 0 && onHand === 0))
    return succeed({ plan: null, note: `Batch ${batchNumber} comes without units, so no lot is received.` });
  if (stock <= onHand)
    return refuse(
      `Batch ${batchNumber} is new, but Stock is no more than the ${onHand} units already on sale. Change a batch’s number on the product’s lots page.`,
    );
  return succeed({ plan: { kind: 'receive', batchNumber, units: stock - onHand } });
}
