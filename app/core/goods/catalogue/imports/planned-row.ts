/** What an import compares a row with, and what it would do with the row. */
import type { FileStock } from '#core/goods/stock/file-stock.ts';
import type { ImportOutcome } from '#kernel/statuses.ts';
import type { ProductValues } from '../products/product-fields.ts';
import type { RowPlan } from './import-plan.ts';

/** A stored product with its lots. */
export type ImportTarget = {
  id: number;
  version: number;
  isArchived: boolean;
  values: ProductValues;
  stock: FileStock;
};

export type PlannedRow = {
  line: number;
  outcome: ImportOutcome;
  name: string;
  productId: number | null;
  version: number | null;
  /** Why the row is rejected; for other rows, notes about it. */
  reasons: string[];
  /** Warnings to accept before applying. */
  warnings: string[];
  plan: RowPlan | null;
  /** The original cells of a rejected row. */
  cells: string[] | null;
  /** Whether category and size say the 'counts as' and the amount that it lacks for sale. */
  isFillable?: boolean;
  /** A new product whose type neither the file nor its category says. */
  isUntyped?: boolean;
  /** A category that the shop does not have; the row is read without it. */
  unknownCategory?: string;
  /** What staff can answer for all such rows at once, so that they are imported. */
  asks?: ImportQuestion;
};

/**
 * 'foreign-id': its ID is another product's here. 'renamed': the same, and the product exists, so that it may be ours under a
 * new name. 'as-written': a spreadsheet may have changed a cell.
 */
export type ImportQuestion = 'foreign-id' | 'renamed' | 'as-written';
