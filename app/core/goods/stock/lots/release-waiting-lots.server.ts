/**
 * Puts many lots that waited for their test on sale, as after an import. Sales of their products wait for it, so it
 * runs in blocks, each in a transaction of its own (docs/locks.md).
 */
import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { lockFiles } from '#db/stored-files.ts';
import { inShortWaits } from '#db/wait-for-sales.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockStock } from '../move-stock.server.ts';
import { readLockedLots } from './change-lot.server.ts';
import {
  type GivenPapers,
  type LotProblem,
  type OwnPapers,
  papersFor,
  readReason,
  releaseProblem,
  withGiven,
} from './lots.ts';
import { type FilledLot, fillLocked, releaseLocked } from './release-lot.server.ts';
import { stateHoldsOf } from './state-hold-queries.server.ts';

/** The most lots of one command. */
export const MOST_LOTS = 2000;
/** A block takes a few hundredths of a second. */
const LOTS_IN_A_BLOCK = 100;

export type WaitingRelease = {
  lotIds: readonly number[];
  reason: string;
  /** From their certificate: the result that all of them got, and the rest for those that have none on record. */
  given?: GivenPapers;
  /** What is entered for one lot, by its id. */
  own?: ReadonlyMap<number, OwnPapers>;
};

/** How many lots went on sale, and how many did not, by why. */
export type ReleasedLots = {
  released: number;
  notTested: number;
  lackPapers: number;
  expired: number;
  heldByState: number;
  movedOn: number;
};

const NONE: ReleasedLots = {
  released: 0,
  notTested: 0,
  lackPapers: 0,
  expired: 0,
  heldByState: 0,
  movedOn: 0,
};

/**
 * Each lot gets what is given for it. Those without a passed test or what their certificate says stay off sale with
 * what is entered for them alone: a result for all lots is no result of one without a certificate. So do lots that the
 * state does not let be sold. Lots past their last day, and lots that wait no longer, stay as they are; all are
 * counted. A file that is no longer stored is left out. Refuses actors who may not put lots on sale, a missing reason,
 * and no lot or too many. A loss of the permission on the way ends it; blocks before that stay on sale.
 */
export async function releaseWaitingLots(
  actor: Actor,
  { lotIds, reason: typed, given = {}, own = new Map() }: WaitingRelease,
  now = systemClock(),
): Promise<Result<ReleasedLots, LotProblem>> {
  const asStaff = staffTransaction(actor, 'lots.release', refuse({ kind: 'not-allowed' }));
  const reason = readReason(typed);
  if (!reason.ok) return reason;
  const ids = [...new Set(lotIds)];
  if (ids.length === 0 || ids.length > MOST_LOTS) return refuse({ kind: 'not-found' });
  const clock = await storeClock(now);
  const total = { ...NONE };
  for (const block of await inBlocks(ids)) {
    const done = await asStaff<Result<ReleasedLots, LotProblem>>(async (tx, actor) => {
      const isStored = await lockCertificates(tx, block, own);
      const counts = await inShortWaits(tx, async () => {
        const found = { ...NONE };
        const { waiting, movedOn } = await lockWaiting(tx, block);
        found.movedOn = movedOn;
        const ready: FilledLot[] = [];
        const unready: FilledLot[] = [];
        const held = await stateHoldsOf(
          tx,
          waiting.map(({ id }) => id),
        );
        for (const lot of waiting) {
          const withFile = ({ coaKey, ...papers }: OwnPapers): OwnPapers =>
            coaKey && isStored(coaKey) ? { ...papers, coaKey } : papers;
          const entered = own.get(lot.id) ?? {};
          const filled = { lot, given: withFile(papersFor(entered, given)) };
          const problem = releaseProblem(withGiven(lot, filled.given), String(clock.today));
          if (problem?.kind === 'expired') found.expired += 1;
          else if (held.has(lot.id)) {
            found.heldByState += 1;
            unready.push({ lot, given: withFile(papersFor(entered, {})) });
          } else if (problem === null) ready.push(filled);
          else {
            found[problem.kind === 'not-tested' ? 'notTested' : 'lackPapers'] += 1;
            unready.push({ lot, given: withFile(papersFor(entered, {})) });
          }
        }
        await fillLocked(tx, actor, unready, reason.value);
        await releaseLocked(tx, actor, ready, reason.value, { now, zone: clock.zone });
        found.released = ready.length;
        return found;
      });
      await announce(tx, 'inventory');
      return succeed(counts);
    });
    if (!done.ok) return total.released === 0 ? done : succeed(total);
    for (const key of Object.keys(total) as (keyof ReleasedLots)[]) total[key] += done.value[key];
  }
  return succeed(total);
}

/** By product, so that the lots of one product are in one block and blocks lock few products. */
async function inBlocks(ids: readonly number[]): Promise<number[][]> {
  const rows = await database()
    .select({ id: lots.id })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(lots.productId, lots.id);
  const blocks: number[][] = [];
  for (let at = 0; at < rows.length; at += LOTS_IN_A_BLOCK)
    blocks.push(rows.slice(at, at + LOTS_IN_A_BLOCK).map(({ id }) => id));
  return blocks;
}

/** Before any lock of a row, because the file store may be another machine. */
async function lockCertificates(
  tx: Transaction,
  block: readonly number[],
  own: ReadonlyMap<number, OwnPapers>,
): Promise<(key: string) => boolean> {
  const keys = new Set(block.flatMap((id) => own.get(id)?.coaKey ?? []));
  const stored = new Set<string>();
  for (const key of [...keys].sort()) if (await lockFiles(tx, [`public/${key}.pdf`])) stored.add(key);
  return (key) => stored.has(key);
}

async function lockWaiting(tx: Transaction, ids: readonly number[]) {
  const { rows } = await tx.execute<{ productId: number }>(sql`
    select distinct product_id as "productId" from lots where id = any(${sql.param([...ids])}::int[])`);
  await lockStock(
    tx,
    rows.map(({ productId }) => productId),
  );
  const locked = await readLockedLots(tx, ids);
  const waiting = locked.filter(({ status }) => status === 'untested');
  return { waiting, movedOn: ids.length - waiting.length };
}
