/** What can be done with many orders at once: what moves them along, and ending them. Handing over takes an ID check each. */
import type { OrderStatus } from '#kernel/statuses.ts';

export type BulkStep = {
  to: OrderStatus;
  label: string;
  /** 'Mark 3 orders as packing?' */
  question(many: string): string;
  consequence: string;
};

const MOVES = 'Each order that can go there does; the others stay as they are and are named.';

export const bulkSteps: readonly BulkStep[] = [
  { to: 'confirmed', label: 'Confirm', question: (many) => `Confirm ${many}?`, consequence: MOVES },
  {
    to: 'packing',
    label: 'Mark packing',
    question: (many) => `Mark ${many} as packing?`,
    consequence: MOVES,
  },
  {
    to: 'ready',
    label: 'Mark ready',
    question: (many) => `Mark ${many} as ready for pickup?`,
    consequence: `Their customers are told to come. ${MOVES}`,
  },
  {
    to: 'cancelled',
    label: 'Cancel',
    question: (many) => `Cancel ${many}?`,
    consequence:
      'Their units go back on the shelf, their customers are told, and the orders end. This cannot be undone.',
  },
];

/** Each order moves in a transaction of its own; more at once would keep people waiting. */
export const MOST_AT_ONCE = 500;

export const stepTo = (intent: unknown): BulkStep | undefined => bulkSteps.find(({ to }) => to === intent);

/** '1 order', '3 orders' */
export const ordersLabel = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);
