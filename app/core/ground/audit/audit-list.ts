/** The audit page's list: its filters and sort, and the kinds of staff actions. */
import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import type { AuditSubject } from './audit.ts';

export const subjectLabel: Readonly<Record<AuditSubject, string>> = {
  order: 'Order',
  reservation: 'Reservation',
  product: 'Product',
  category: 'Category',
  lot: 'Lot',
  customer: 'Customer',
  user: 'User',
  setting: 'Setting',
  mail: 'Sent mail',
  recall: 'Recall',
  closure: 'Closure',
  offer: 'Offer',
  drawer: 'Cash drawer',
  waste: 'Waste',
  outage: 'State system outage',
  'state-act': 'Report to the state',
  count: 'Count',
  promotion: 'Promotion',
  store: 'Store',
};

/** Actions that are filtered together: prefixes or suffixes ('*.exported') of the recorded names. */
export const auditKinds = {
  prices: { label: 'Products and prices', actions: ['product.*', 'category.*', 'offer.*'] },
  stock: {
    label: 'Stock',
    actions: ['lot.*', 'count.*', 'stock.*', 'inventory.counted*', 'waste.*', 'outage.*'],
  },
  orders: { label: 'Orders and reservations', actions: ['order.*', 'reservation.*'] },
  cash: { label: 'Cash drawer', actions: ['drawer.*', 'cash.*'] },
  roles: {
    label: 'Roles and staff',
    actions: ['role.*', 'rights.*', 'staff.*', 'owner.*', 'second-factor.*'],
  },
  signIns: { label: 'Sign-ins of staff', actions: ['staff.signed-in'] },
  bans: { label: 'Bans', actions: ['customer.banned', 'customer.unbanned'] },
  decisions: { label: 'Age and license decisions', actions: ['age.*', 'license.*', 'birth-date.*'] },
  reveals: {
    label: 'Personal data viewed',
    actions: ['customer.revealed', 'recall.phones-shown', 'closure.phones-shown', '*-photo.viewed', 'mail.*'],
  },
  settings: { label: 'Settings', actions: ['setting*'] },
  tracking: { label: 'State tracking', actions: ['state-*'] },
  exports: { label: 'Exports', actions: ['*.exported'] },
  promotions: { label: 'Promotions', actions: ['promotion.*'] },
  recalls: { label: 'Recalls', actions: ['recall.*', 'lot.recalled'] },
} as const satisfies Readonly<Record<string, { label: string; actions: readonly string[] }>>;

export type AuditKind = keyof typeof auditKinds;

export const auditList = defineList({
  name: 'audit',
  filters: {
    find: textFilter('Words'),
    who: textFilter('Name or email'),
    thing: textFilter('Order #, email or ID'),
    kind: choiceFilter(
      'Kind',
      Object.entries(auditKinds).map(([value, { label }]) => ({ value, label })),
    ),
    subject: choiceFilter(
      'About',
      Object.entries(subjectLabel).map(([value, label]) => ({ value, label })),
    ),
    from: dateFilter('From'),
    until: dateFilter('Until'),
  },
  sorts: { at: 'When' },
  defaultSort: '-at',
});

export type AuditListState = ListState<
  'find' | 'who' | 'thing' | 'kind' | 'subject' | 'from' | 'until',
  'at'
>;
