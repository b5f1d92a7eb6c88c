/** Writes a record for units that the ledger has as waste; every command that writes such a row of the ledger calls it. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { waste } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import type { WasteReason } from '#kernel/statuses.ts';

export type WasteRecord = {
  /** Of the form; without one, the record gets an id of its own. */
  id?: string;
  lotId: number;
  units: number;
  reason: WasteReason;
  note: string;
  /** Of all units, in milligrams; null takes the product's net weight, if it has one. */
  weightMg?: number | null;
  witness?: string | null;
  witnessId?: string | null;
  orderId?: string | null;
};

/** Call it under the lock on the product's stock, with the ledger row. Returns the number of the record. */
export async function writeWaste(
  tx: Transaction,
  {
    id = newId(),
    lotId,
    units,
    weightMg = null,
    witness = null,
    witnessId = null,
    orderId = null,
    ...rest
  }: WasteRecord,
  actorId: string | null,
  at: Date,
): Promise<number> {
  const [row] = await tx
    .insert(waste)
    .values({
      ...{ id, lotId, units, witness, witnessId, orderId, ...rest, createdAt: at },
      weightMg:
        weightMg ??
        sql`(select ${units}::bigint * products.net_weight_mg from lots join products on products.id = lots.product_id
          where lots.id = ${lotId} and products.net_weight_mg > 0)`,
      recordedBy: actorId,
      recordedByName: sql`coalesce((select name from users where id = ${actorId}::uuid), 'The shop')`,
    })
    .returning({ number: waste.number });
  if (!row) throw new Error('waste was not written');
  return row.number;
}
