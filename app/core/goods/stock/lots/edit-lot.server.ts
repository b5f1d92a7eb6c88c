/** Edits a lot's papers: numbers, laboratory, test, dates, certificate. `countLot` changes its units. */
import { eq } from 'drizzle-orm';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { lockFiles } from '#db/stored-files.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine } from '#kernel/text.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { type LockedLot, lockLot, recordLotChange } from './change-lot.server.ts';
import { judgePapers, type LotPapers, type LotProblem, mayEditReceived } from './lots.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Who may receive edits lots until they are on sale. Refuses actors who may not, and whatever `judgePapers` refuses.
 * Unchanged papers leave no trace.
 */
export async function editLot(
  actor: Actor,
  lotId: number,
  papers: LotPapers,
): Promise<Result<{ changed: boolean }, LotProblem>> {
  const { asStaff, mayEdit } = editor(actor);
  return asBatchTaken(() =>
    asStaff<Result<{ changed: boolean }, LotProblem>>(async (tx, actor) => {
      const lot = await lockLot(tx, lotId);
      if (!lot) return refuse({ kind: 'not-found' });
      return mayEdit(lot) ? editLocked(tx, actor, lot, papers) : refuse({ kind: 'admin-edits' });
    }),
  );
}

/** The permission that the actor edits by, checked again at the commit, and the lots that it is for. */
function editor(actor: Actor) {
  const permission = may(actor, 'inventory.manage') ? 'inventory.manage' : 'lots.receive';
  return {
    asStaff: staffTransaction(actor, permission, refuse({ kind: 'not-allowed' })),
    mayEdit: ({ status }: LockedLot) => permission === 'inventory.manage' || mayEditReceived({ status }),
  };
}

/**
 * For a command that already holds the lock and has checked the permission. Fields missing from the papers do
 * not change.
 */
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

/** Turns a unique violation into 'the product already has a lot with this number', even when two requests race. */
async function asBatchTaken<T>(work: () => Promise<Result<T, LotProblem>>): Promise<Result<T, LotProblem>> {
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'batch-taken' });
    throw error;
  }
}

/** Called before the lot's certificate is stored. Does not check permissions. */
export async function lotExists(lotId: number): Promise<boolean> {
  const [lot] = await database().select({ id: lots.id }).from(lots).where(eq(lots.id, lotId));
  return lot !== undefined;
}

/** Saves the storage name of the certificate's file on the lot. */
export async function saveCertificate(
  actor: Actor,
  lotId: number,
  coaKey: string,
): Promise<Result<{ productId: number }, LotProblem>> {
  const { asStaff, mayEdit } = editor(actor);
  return asStaff<Result<{ productId: number }, LotProblem>>(async (tx, actor) => {
    // The file is missing when cleanup deleted it just as it was stored again; the sender then retries.
    const isStored = await lockFiles(tx, [`public/${coaKey}.pdf`]);
    const lot = await lockLot(tx, lotId);
    if (!lot || !isStored) return refuse({ kind: 'not-found' });
    if (!mayEdit(lot)) return refuse({ kind: 'admin-edits' });
    const [before] = await tx
      .select({ coaKey: lots.coaKey, coaNumber: lots.coaNumber })
      .from(lots)
      .where(eq(lots.id, lotId));
    // Also writes the number, unchanged: cached guest pages are invalidated by that column.
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
      terpenes: lots.terpenes,
      testPanels: lots.testPanels,
      grownIn: lots.grownIn,
      harvestedOn: lots.harvestedOn,
      curedOn: lots.curedOn,
      packagedOn: lots.packagedOn,
      expiresOn: lots.expiresOn,
      shelfPlace: lots.shelfPlace,
    })
    .from(lots)
    .where(eq(lots.id, lotId));
  if (!row) throw new Error('a locked lot has no row');
  return row;
}
