/** The entries of an outage as a list: its filters and rows. */
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import type { LedgerReason } from '../stock.ts';

export const outageEntryList = defineList({
  name: 'outage-entries',
  filters: {
    state: choiceFilter(
      'Show',
      [
        { value: 'open', label: 'Not entered yet' },
        { value: 'entered', label: 'Entered' },
      ],
      'All entries',
    ),
  },
  sorts: { time: 'Time' },
  defaultSort: 'time',
});

export type OutageEntryState = ListState<'state', 'time'>;

export type OutageEntry = {
  /** The ledger row's number. */
  id: number;
  at: string;
  reason: LedgerReason;
  product: string;
  size: string | null;
  batchNumber: string;
  packageTag: string | null;
  /** Change in units in the building. */
  units: number;
  /** 'ORD042'; null without an order. */
  order: string | null;
  who: string | null;
  note: string | null;
  /** Who entered it in the state's system, and when; null while no one did. */
  entered: { by: string; at: string } | null;
  /** Whether the shop will report it by itself: no person enters it. */
  isReported: boolean;
};

export type OutageView = {
  number: number;
  started: string;
  /** Milliseconds since 1970. */
  deadline: number;
  deadlineAt: string;
  note: string;
  declaredBy: string;
  ended: string | null;
  endedBy: string | null;
  /** Entries, those that people have to enter, and those that the shop has not reported yet. */
  total: number;
  left: number;
  waiting: number;
};
