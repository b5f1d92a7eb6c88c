/** The list of backups: its filter, sort and rows. */
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import type { BackupCause, BackupStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

/** What became of a run; `damaged`: a check found that it does not restore; `deleted`: newer ones replace it. */
export type BackupState = BackupStatus | 'damaged' | 'deleted';

export const backupStateLabel: Readonly<Record<BackupState, string>> = {
  running: 'Running',
  good: 'Good',
  failed: 'Failed',
  damaged: 'Damaged',
  deleted: 'Deleted',
};

export const backupTones: Readonly<Record<BackupState, Tone>> = {
  running: 'yellow',
  good: 'green',
  failed: 'red',
  damaged: 'red',
  deleted: 'plain',
};

export const backupCauseLabel: Readonly<Record<BackupCause, string>> = {
  schedule: 'Nightly',
  office: 'Back up now',
  command: 'npm run backup',
};

export const backupList = defineList({
  name: 'backups',
  filters: {
    state: choiceFilter(
      'Status',
      (['good', 'failed', 'damaged', 'deleted'] as const).map((value) => ({
        value,
        label: backupStateLabel[value],
      })),
    ),
  },
  sorts: { started: 'Started' },
  defaultSort: '-started',
});

export type BackupListState = ListState<'state', 'started'>;
