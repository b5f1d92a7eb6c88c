/** Defines what can be done with many orders at once: advancing and ending them. Hand-overs need an ID check each. */
import type { OrderStatus } from '#kernel/statuses.ts';

export type BulkStep = {
  to: OrderStatus;
  label: string;
  /** A step that asks customers to come, or that ends the orders, is confirmed first. */
  asks?: { question(many: string): string; consequence: string };
};

/** The bulk bar's action that changes nothing. */
export const PICK_LIST = 'pick-list';

export const bulkSteps: readonly BulkStep[] = [
  { to: 'confirmed', label: 'Confirm' },
  { to: 'packing', label: 'Mark packing' },
  {
    to: 'ready',
    label: 'Mark ready',
    asks: {
      question: (many) => `Mark ${many} as ready for pickup?`,
      consequence:
        'We notify the customers that their orders are ready. Orders that are not confirmed or have missing units are skipped and listed.',
    },
  },
  {
    to: 'cancelled',
    label: 'Cancel orders',
    asks: {
      question: (many) => `Cancel ${many}?`,
      consequence: 'Their units go back to stock, and we notify the customers. This cannot be undone.',
    },
  },
];

/** Each order changes in its own transaction; more at once would take too long. */
export const MOST_AT_ONCE = 500;

export const stepTo = (intent: unknown): BulkStep | undefined => bulkSteps.find(({ to }) => to === intent);

/** '1 order', '3 orders' */
export const ordersLabel = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);
