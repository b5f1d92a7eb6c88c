/** Writes an accepted ID check of an order, and reads one that was made before the hand-over, as a walk-in's is. */
import { and, desc, eq, gte } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { idChecks } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import type { IdKind } from '#kernel/statuses.ts';

/** The outcome, and not the document. `expiresOn` is yyyy-mm-dd; null for an ID that a tablet checked without a network. */
export type AcceptedId = {
  idKind: IdKind;
  issuer: string;
  expiresOn: string | null;
  note?: string;
  checkedBy: string;
  checkedByName: string;
  createdAt: Date;
};

/** @param orderId the row's id */
export async function writeIdCheck(tx: Transaction, orderId: string, id: AcceptedId): Promise<void> {
  const { idKind, issuer, expiresOn, note = '', checkedBy, checkedByName, createdAt } = id;
  await tx.insert(idChecks).values({
    ...{ id: newId<string>(), orderId, outcome: 'accepted' as const },
    ...{ idKind, issuer, expiresOn, note, checkedBy, checkedByName, createdAt },
  });
}

/** Who accepted the ID for this order since `dayStart`, and when; null if no one did. @param orderId the row's id */
export async function acceptedIdOf(
  db: Pick<Database | Transaction, 'select'>,
  orderId: string,
  dayStart: Date,
): Promise<{ by: string; at: Date } | null> {
  const [check] = await db
    .select({ by: idChecks.checkedByName, at: idChecks.createdAt })
    .from(idChecks)
    .where(
      and(eq(idChecks.orderId, orderId), eq(idChecks.outcome, 'accepted'), gte(idChecks.createdAt, dayStart)),
    )
    .orderBy(desc(idChecks.createdAt))
    .limit(1);
  return check ?? null;
}
