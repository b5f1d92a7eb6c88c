/** Renders the title of the pages of state tracking and the way between them. */
import type { ReactNode } from 'react';
import { ListTabs } from '#office/kit/list-tabs.tsx';

export const TRACKING_PATH = '/admin/state-tracking';
export const TASKS_PATH = `${TRACKING_PATH}/tasks`;
export const REPORTED_PATH = `${TRACKING_PATH}/reported`;

/** @param tasks null while the shop never reported: there is one page then */
export function TrackingTabs({ shown, tasks }: { shown: string; tasks: number | null }) {
  if (tasks === null) return null;
  return (
    <ListTabs
      label="State tracking"
      shown={shown}
      tabs={[
        { value: 'overview', label: 'Overview', count: null, to: TRACKING_PATH },
        { value: 'tasks', label: 'Tasks', count: tasks, to: TASKS_PATH },
        { value: 'reported', label: 'Everything reported', count: null, to: REPORTED_PATH },
      ]}
    />
  );
}

export function TrackingHead({ children }: { children?: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h1 className="text-2xl">State Tracking</h1>
      {children}
    </div>
  );
}
