/** A lot's ledger as a list: its filters and its rows. */
import { choiceFilter, dateFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { adjustReasonLabel } from './adjustment.ts';
import type { LedgerReason } from './stock.ts';

/** The display label of each ledger reason. */
export const ledgerReasonLabel: Readonly<Record<LedgerReason, string>> = {
  received: 'Received',
  hold: 'Held',
  release: 'Released',
  sale: 'Sold',
  adjustment: 'Correction',
  quarantine: 'Quarantine',
  recall: 'Recall',
  expiry: 'Expired',
  clearance: 'Put on sale',
  transfer: 'Moved between lots',
  ...adjustReasonLabel,
};

export const ledgerList = defineList({
  name: 'ledger',
  filters: {
    reason: choiceFilter(
      'Reason',
      Object.entries(ledgerReasonLabel).map(([value, label]) => ({ value, label })),
      'All reasons',
    ),
    from: dateFilter('From'),
    to: dateFilter('To'),
  },
  sorts: { time: 'Time' },
  defaultSort: '-time',
});

export type LedgerState = ListState<'reason' | 'from' | 'to', 'time'>;

export type LedgerRow = {
  id: number;
  /** 'Nov 24, 2026 2:00 PM' */
  at: string;
  reason: LedgerReason;
  /** Change in units in the building. */
  change: number;
  /** Change in units held for reservations. */
  held: number;
  /** Units in the building after this row. */
  balance: number;
  /** null for what the shop does by itself. */
  who: string | null;
  /** 'ORD042'; null without an order. */
  orderId: string | null;
  note: string | null;
  isUndone: boolean;
  /** An adjustment that the reader may still undo. */
  mayUndo: boolean;
};
