/** Exports the reconciliation of a day for a file. The audit log records first who exported which day. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { reportSnapshot } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StoreDate } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { momentsOf, reconciledDay } from './day-queries.server.ts';
import {
  type ComparedLot,
  cureOf,
  differenceWords,
  ONLY_AT_STATE_CURE,
  onlyAtStateWords,
} from './reconciliation.ts';

/** Units of a lot: opening, what moved by reason, closing; then the three sides and what to do. */
export const reconciliationColumns = {
  day: 'Day',
  product: 'Product',
  batchNumber: 'Batch',
  packageTag: 'Package tag',
  opening: 'Opening',
  received: 'Received',
  sold: 'Sold',
  returned: 'Returned',
  waste: 'Waste',
  damaged: 'Damaged',
  sample: 'Sample',
  theft: 'Theft or loss',
  counted: 'Counts and corrections',
  moved: 'Moved between lots',
  ledger: 'Closing by ledger',
  shelf: 'On the shelf',
  state: 'By the state',
  differences: 'Differences',
  cures: 'What to do',
} as const;

export type ReconciliationRow = Record<keyof typeof reconciliationColumns, Cell>;

type Moves = Record<
  'received' | 'sold' | 'returned' | 'waste' | 'damaged' | 'sample' | 'theft' | 'counted' | 'moved',
  number
>;

const none: Moves = {
  ...{ received: 0, sold: 0, returned: 0, waste: 0, damaged: 0, sample: 0, theft: 0, counted: 0, moved: 0 },
};

/** Refuses actors without permission to manage inventory. */
export async function exportReconciliation(
  actor: Actor,
  day: StoreDate,
  zone: string,
): Promise<Result<ReconciliationRow[], { kind: 'not-allowed' }>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'reconciliation.exported',
      subject: 'store',
      subjectId: 'reconciliation',
      after: { days: [day.toString()] },
    }),
  );
  if (denied) return denied;
  return succeed(await reportSnapshot((tx) => rowsOf(tx, day, zone)));
}

async function rowsOf(tx: Transaction, day: StoreDate, zone: string): Promise<ReconciliationRow[]> {
  const { lots, onlyAtState } = await reconciledDay(tx, day, zone);
  const moves = await movesOf(tx, day, zone);
  return [
    ...lots.map((lot) => lotCsvRow(day.toString(), lot, moves.get(lot.lotId) ?? none)),
    ...onlyAtState.map(
      (found): ReconciliationRow => ({
        ...{ day: day.toString(), product: found.item, batchNumber: null, packageTag: found.tag },
        ...{
          opening: null,
          received: null,
          sold: null,
          returned: null,
          waste: null,
          damaged: null,
          sample: null,
        },
        ...{ theft: null, counted: null, moved: null, ledger: null, shelf: null, state: found.quantity },
        ...{ differences: onlyAtStateWords(found), cures: ONLY_AT_STATE_CURE },
      }),
    ),
  ];
}

/** `moved` is signed: what left the building is negative, and opening plus all of it is the closing by the ledger. */
export function lotCsvRow(day: string, lot: ComparedLot, moved: Moves): ReconciliationRow {
  const change = Object.values(moved).reduce((sum, units) => sum + units, 0);
  const { product, batchNumber, packageTag, ledger, shelf, state, differences } = lot;
  return {
    ...{ day, product, batchNumber, packageTag, opening: ledger - change, ...moved },
    ...{ ledger, shelf, state, differences: differences.map(differenceWords).join('; ') },
    cures: differences.map((difference) => cureOf(difference, lot).words).join('; '),
  };
}

/** What the ledger says moved on that day, by lot. */
async function movesOf(tx: Transaction, day: StoreDate, zone: string): Promise<Map<number, Moves>> {
  const { from, to } = momentsOf(day, zone);
  const { rows } = await tx.execute<Moves & { lotId: number }>(sql`
    select lot_id as "lotId",
      coalesce(sum(units) filter (where reason = 'received'), 0)::int as received,
      coalesce(sum(units) filter (where reason = 'sale'), 0)::int as sold,
      coalesce(sum(units) filter (where reason = 'return'), 0)::int as returned,
      coalesce(sum(units) filter (where reason = 'waste'), 0)::int as waste,
      coalesce(sum(units) filter (where reason = 'damaged'), 0)::int as damaged,
      coalesce(sum(units) filter (where reason = 'sample'), 0)::int as sample,
      coalesce(sum(units) filter (where reason = 'theft'), 0)::int as theft,
      coalesce(sum(units) filter (where reason in ('count', 'adjustment')), 0)::int as counted,
      coalesce(sum(units) filter (where reason not in ('received', 'sale', 'return', 'waste', 'damaged', 'sample', 'theft',
        'count', 'adjustment')), 0)::int as moved
    from (select lot_id, reason, on_hand_change + set_aside_change as units from stock_ledger
      where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and lot_id is not null) as row
    group by lot_id`);
  return new Map(rows.map(({ lotId, ...moves }) => [lotId, moves]));
}
