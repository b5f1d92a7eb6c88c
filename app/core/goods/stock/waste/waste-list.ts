/** The list of waste: its filters, sort and rows. */
import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import type { WasteReason } from '#kernel/statuses.ts';
import { type WasteState, wasteReasonLabel, wasteStateLabel } from './waste.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const wasteList = defineList({
  name: 'waste',
  filters: {
    find: textFilter('Batch or product'),
    state: choiceFilter('Status', options(wasteStateLabel)),
    reason: choiceFilter('Reason', options(wasteReasonLabel), 'All reasons'),
    from: dateFilter('From'),
    to: dateFilter('To'),
  },
  sorts: { recorded: 'Recorded' },
  defaultSort: '-recorded',
});

export type WasteListState = ListState<'find' | 'state' | 'reason' | 'from' | 'to', 'recorded'>;

export type WasteRow = {
  number: number;
  lotId: number;
  product: string;
  size: string | null;
  batchNumber: string;
  packageTag: string | null;
  units: number;
  weightMg: number | null;
  reason: WasteReason;
  note: string;
  witness: string | null;
  /** 'ORD042'; null unless a customer returned it with an order. */
  order: string | null;
  state: WasteState;
  recorded: string;
  recordedBy: string;
  /** null until it is undone. */
  undone: string | null;
  undoneBy: string | null;
  /** null until it is destroyed. */
  destroyed: string | null;
  method: string | null;
  destructionNote: string | null;
  /** 'Kim Reyes and Lee Ford' */
  destroyedBy: string | null;
};
