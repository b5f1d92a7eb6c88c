/** What the page of a move shows: its runs, the comparison, roles that wait, and the steps of cutting over. */
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { compareCounts, compareMonths, minutesOf } from '#core/running/move-in/proof.ts';
import {
  readLastReport,
  readMoved,
  readRuns,
  readWaitingRoles,
} from '#core/running/move-in/proof-queries.server.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

const words = { 'dry-run': 'Dry run', run: 'Move', undo: 'Undo' } as const;

/** null for people who may not change settings. */
export async function readMoveIn(actor: Actor) {
  const { store, opening } = await readSettings();
  const found = await readRuns(actor);
  if (!found) return null;
  const [report, dry, moved, roles] = await Promise.all([
    readLastReport(['run']),
    readLastReport(['dry-run']),
    readMoved(actor, store.zone),
    readWaitingRoles(actor),
  ]);
  const counts = report && moved ? compareCounts(report, moved) : [];
  const months = report && moved ? compareMonths(report, moved) : [];
  return {
    isOpen: opening.isOpen,
    runs: found.map(({ kind, place, startedAt, endedAt, report: said }) => ({
      what: words[kind],
      place,
      at: formatDateTime(instantOf(startedAt), store.zone),
      took: said ? minutesOf(said.seconds) : endedAt ? '' : 'Has not ended',
    })),
    proof: report && moved ? { counts, months, stock: moved.stock } : null,
    differences: [...counts, ...months].filter(({ isSame }) => !isSame).length,
    leftOut: Object.values(report?.kinds ?? {}).reduce((sum, { leftOut }) => sum + leftOut, 0),
    shorts: (report ?? dry)?.shorts ?? [],
    dry: dry ? minutesOf(dry.seconds) : null,
    last: report ? minutesOf(report.seconds) : null,
    roles,
  };
}

export type MoveInPage = NonNullable<Awaited<ReturnType<typeof readMoveIn>>>;
