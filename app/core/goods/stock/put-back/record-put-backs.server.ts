/** Lists packed units that left a bag, so that staff carry them back to their place. */
import type { Transaction } from '#db/client.ts';
import { putBacks } from '#db/schema/stock.ts';

/** Units of a lot; 0 or fewer are left out. */
export type PutBack = { lotId: number; units: number };

/** Call it under the lock on the products' stock, in the transaction that releases the units. */
export async function recordPutBacks(
  tx: Transaction,
  orderId: string,
  units: readonly PutBack[],
  at: Date,
): Promise<void> {
  const rows = units.filter((one) => one.units > 0).map((one) => ({ ...one, orderId, createdAt: at }));
  if (rows.length > 0) await tx.insert(putBacks).values(rows);
}
