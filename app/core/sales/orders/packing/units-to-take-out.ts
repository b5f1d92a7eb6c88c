/** Decides which of the units that must leave a bag a scanned code is. Pure, for the server and for tablets. */
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { type BagLine, type Goods, packedOf } from './unit-to-pack.ts';

/**
 * The row of the unit's lot. A code that names only the product proves no lot: it counts if every unit of the product must
 * leave the bag, and all of one lot. null for goods that need not leave it.
 * @param lines of the order
 */
export function rowToTakeOut<Row extends Pick<UnitsOut, 'productId' | 'lotId'>>(
  rows: readonly Row[],
  { productId, lot }: Pick<Goods, 'productId' | 'lot'>,
  lines: readonly BagLine[],
): Row | null {
  if (lot) return rows.find(({ lotId }) => lotId === lot.lotId) ?? null;
  const own = rows.filter((row) => row.productId === productId);
  const stays = lines.some((line) => line.productId === productId && packedOf(line) > 0);
  const isOneLot = new Set(own.map(({ lotId }) => lotId)).size === 1;
  return !stays && isOneLot ? (own[0] ?? null) : null;
}
