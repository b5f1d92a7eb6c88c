/** Does the next step of an import for the job; safe to repeat, never half done. */
import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, inTransaction } from '#db/client.ts';
import { productImports } from '#db/schema/catalogue.ts';
import type { ImportStatus } from '#kernel/statuses.ts';
import { databaseErrorCode, isDatabaseAway } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { applyImport } from './apply-import.server.ts';
import { leaveRemainingStock } from './import-stock.server.ts';
import { previewImport } from './preview-import.server.ts';
import { leaveRemainingRows, undoImport } from './undo-import.server.ts';

/** The status an import returns to if its work fails completely. */
const leftAt = { reading: 'failed', applying: 'failed', undoing: 'applied' } as const;

/**
 * Checks the actor's permission again.
 * @throws if the database is unreachable, so that the job is retried
 */
export async function workOnImport(actor: Actor, importId: string): Promise<void> {
  const [found] = await database()
    .select({ status: productImports.status })
    .from(productImports)
    .where(eq(productImports.id, importId));
  const status = found?.status;
  if (status !== 'reading' && status !== 'applying' && status !== 'undoing') return;
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return giveUp(importId, status);
  try {
    if (status === 'reading') await previewImport(importId);
    else {
      const work = status === 'applying' ? applyImport : undoImport;
      if ((await work(actor, importId)) === 'denied') await giveUp(importId, status);
    }
  } catch (error) {
    // The database is busy or away: retry later. Any other error would repeat.
    if (isDatabaseAway(error) || databaseErrorCode(error)?.startsWith('40')) throw error;
    log.error({ err: error, import: importId, status }, 'an import could not be done');
    await giveUp(importId, status);
  }
}

async function giveUp(importId: string, status: keyof typeof leftAt): Promise<void> {
  // Committed changes stay; the rest is counted as skipped.
  if (status === 'applying') await leaveRemainingStock(importId);
  if (status === 'undoing') await leaveRemainingRows(importId);
  const from: ImportStatus[] = [status];
  await inTransaction(async (tx) => {
    await tx
      .update(productImports)
      .set({ status: leftAt[status], done: 0 })
      .where(and(eq(productImports.id, importId), inArray(productImports.status, from)));
    await announce(tx, 'inventory');
  });
}
