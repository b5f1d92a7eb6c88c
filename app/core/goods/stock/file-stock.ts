/**
 * Decides what a row of an inventory file means for a product's lots. 'Stock' means the same in export and
 * import: every unit of the product in the building, on sale or not. 'Batch' names the lot that a difference
 * belongs to; the export writes the next lot to sell, or any lot with units if none is on sale. A row never
 * puts units on sale that are not on sale yet.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { lotStatusLabel } from './lots/lots.ts';

/** The note of what the undo of an import takes back. */
export const IMPORT_UNDONE = 'CSV import undone';

export type FileLot = { id: number; batchNumber: string; status: LotStatus; onHand: number; held: number };

export type FileStock = {
  /** Units of all lots, on sale or not. */
  onHand: number;
  lots: readonly FileLot[];
  /** The lot that the export names; null if no lot has units. */
  shownLotId: number | null;
};

/**
 * What a file says of a lot that it receives; days are yyyy-mm-dd. A file never says that a lot passed its test, so
 * `papersLacking` holds every lot of cannabis back until staff have its certificate.
 */
export type FileLotPapers = {
  packageTag?: string;
  labName?: string;
  coaNumber?: string;
  harvestedOn?: string;
  packagedOn?: string;
  expiresOn?: string;
  /** Basis points, of the lot’s test. */
  totalThcBasisPoints?: number;
  totalCbdBasisPoints?: number;
};

/**
 * Either a new lot with its units or a counted lot. `expected` is the lot's units at the time of the
 * decision; `isForSale` says whether it was on sale.
 */
export type StockPlan =
  | { kind: 'receive'; batchNumber: string; units: number; papers?: FileLotPapers }
  | {
      kind: 'count';
      lotId: number;
      batchNumber: string;
      expected: number;
      counted: number;
      isForSale: boolean;
    };

export const noStock: FileStock = { onHand: 0, lots: [], shownLotId: null };

/** `note` is shown with a row that is imported anyway. */
type Planned = { plan: StockPlan | null; note?: string };

/** @param wanted the row's values; '' and null change nothing */
export function planStock(
  wanted: { batchNumber: string; stock: number | null; papers?: FileLotPapers },
  { onHand, lots, shownLotId }: FileStock,
): Result<Planned, string> {
  const { batchNumber, stock, papers } = wanted;
  const named = batchNumber === '' ? null : lots.find((lot) => lot.batchNumber === batchNumber);
  if (named === undefined) return receive(batchNumber, stock, onHand, papers);
  if (stock === null) return succeed({ plan: null });
  const change = stock - onHand;
  if (change === 0) return succeed({ plan: null });
  const lot =
    named ?? lots.find(({ id }) => id === shownLotId) ?? lots.find(({ status }) => status === 'sellable');
  if (!lot) return refuse('Stock needs a Batch: units are counted by batch, and this product has none.');
  if (lot.status === 'recalled' || lot.status === 'expired')
    return refuse(
      `Batch ${lot.batchNumber} is ${lotStatusLabel[lot.status].toLowerCase()}: count it on the product’s lots page.`,
    );
  const counted = lot.onHand + change;
  if (counted < lot.held)
    return refuse(
      `Batch ${lot.batchNumber} has ${lot.onHand} units, ${lot.held} of them promised to customers: it cannot give ${-change}. Count each lot on the product’s lots page.`,
    );
  const { id: lotId, onHand: expected } = lot;
  const isForSale = lot.status === 'sellable';
  return succeed({
    plan: { kind: 'count', lotId, batchNumber: lot.batchNumber, expected, counted, isForSale },
  });
}

/** The product does not have this batch yet: the units missing from Stock arrive with it. */
function receive(
  batchNumber: string,
  stock: number | null,
  onHand: number,
  papers: FileLotPapers = {},
): Result<Planned, string> {
  if (stock === null || (stock === 0 && onHand === 0))
    return succeed({ plan: null, note: `Batch ${batchNumber} comes without units, so no lot is received.` });
  if (stock <= onHand)
    return refuse(
      `Batch ${batchNumber} is new, but Stock is no more than the ${onHand} units already there. Change a batch’s number on the product’s lots page.`,
    );
  const told = Object.keys(papers).length > 0 ? { papers } : {};
  return succeed({ plan: { kind: 'receive', batchNumber, units: stock - onHand, ...told } });
}
