/** Changes what is written on a lot: numbers, laboratory, test, dates, certificate. Units change by `countLot`. */
import { eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { lockFiles } from '#db/stored-files.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine } from '#kernel/text.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { type LockedLot, lockLot, recordLotChange } from './change-lot.server.ts';
import { judgePapers, type LotPapers, type LotProblem } from './lots.ts';

const UNIQUE_VIOLATION = '23505';

/** Refused: who may not manage inventory, and what `judgePapers` refuses. Papers that say the same leave no trace. */
export async function editLot(
  actor: Actor,
  lotId: number,
  papers: LotPapers,
): Promise<Result<{ changed: boolean }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asBatchTaken(() =>
    asStaff<Result<{ changed: boolean }, LotProblem>>(async (tx, actor) => {
      const lot = await lockLot(tx, lotId);
      return lot ? editLocked(tx, actor, lot, papers) : refuse({ kind: 'not-found' });
    }),
  );
}

/** For a command that has the lock and has asked for the permission; what the papers leave out stays. */
export async function editLocked(
  tx: Transaction,
  actor: SignedIn,
  lot: LockedLot,
  papers: Partial<LotPapers>,
): Promise<Result<{ changed: boolean }, LotProblem>> {
  const before = await papersOf(tx, lot.id);
  const after = { ...before, ...papers, batchNumber: cleanLine(papers.batchNumber ?? before.batchNumber) };
  if (JSON.stringify(before) === JSON.stringify(after)) return succeed({ changed: false });
  const problem = judgePapers(lot, after);
  if (problem) return refuse(problem);
  await tx.update(lots).set(after).where(eq(lots.id, lot.id));
  await recordLotChange(tx, { action: 'lot.edited', lotId: lot.id, actor, before, after, reason: '' });
  return succeed({ changed: true });
}

/** The product has another lot with that number: the database says so, whoever was quicker. */
async function asBatchTaken<T>(work: () => Promise<Result<T, LotProblem>>): Promise<Result<T, LotProblem>> {
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'batch-taken' });
    throw error;
  }
}

/** Asked before its certificate is stored; it asks nobody who they are. */
export async function lotExists(lotId: number): Promise<boolean> {
  const [lot] = await database().select({ id: lots.id }).from(lots).where(eq(lots.id, lotId));
  return lot !== undefined;
}

/** Names the certificate's file in storage. */
export async function saveCertificate(
  actor: Actor,
  lotId: number,
  coaKey: string,
): Promise<Result<{ productId: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ productId: number }, LotProblem>>(async (tx, actor) => {
    // Missing when it was removed in the very moment it was stored again: the sender tries once more.
    const isStored = await lockFiles(tx, [`public/${coaKey}.pdf`]);
    const lot = await lockLot(tx, lotId);
    if (!lot || !isStored) return refuse({ kind: 'not-found' });
    const [before] = await tx
      .select({ coaKey: lots.coaKey, coaNumber: lots.coaNumber })
      .from(lots)
      .where(eq(lots.id, lotId));
    // The number is written along, as it is: that is the column by which guests' pages notice.
    await tx
      .update(lots)
      .set({ coaKey, coaNumber: before?.coaNumber ?? null })
      .where(eq(lots.id, lotId));
    await recordLotChange(tx, {
      action: 'lot.edited',
      lotId,
      actor,
      before: { certificate: before?.coaKey ?? null },
      after: { certificate: coaKey },
      reason: '',
    });
    return succeed({ productId: lot.productId });
  });
}

async function papersOf(tx: Transaction, lotId: number): Promise<LotPapers> {
  const [row] = await tx
    .select({
      batchNumber: lots.batchNumber,
      packageTag: lots.packageTag,
      retailItemId: lots.retailItemId,
      testStatus: lots.testStatus,
      labName: lots.labName,
      coaNumber: lots.coaNumber,
      totalThcBasisPoints: lots.totalThcBasisPoints,
      totalCbdBasisPoints: lots.totalCbdBasisPoints,
      harvestedOn: lots.harvestedOn,
      packagedOn: lots.packagedOn,
      expiresOn: lots.expiresOn,
    })
    .from(lots)
    .where(eq(lots.id, lotId));
  if (!row) throw new Error('a locked lot has no row');
  return row;
}
