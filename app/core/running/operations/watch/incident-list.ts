/** The list of incidents: its sort. */
import { defineList, type ListState } from '#kernel/list-state.ts';

export const incidentList = defineList({
  name: 'incidents',
  filters: {},
  sorts: { opened: 'Opened' },
  defaultSort: '-opened',
});

export type IncidentListState = ListState<never, 'opened'>;
