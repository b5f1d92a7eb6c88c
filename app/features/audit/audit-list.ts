/** The audit page's list: its filters and sort. */
import { choiceFilter, dateFilter, defineList, textFilter } from '#kernel/list-state.ts';
import type { AuditSubject } from './audit.ts';

const subjects: Readonly<Record<AuditSubject, string>> = {
  order: 'Orders',
  reservation: 'Reservations',
  product: 'Products',
  lot: 'Lots',
  customer: 'Customers',
  user: 'Users',
  setting: 'Settings',
  mail: 'Sent mail',
  promotion: 'Promotions',
  store: 'Store',
};

export const auditList = defineList({
  name: 'audit',
  filters: {
    who: textFilter('Who'),
    subject: choiceFilter(
      'About',
      Object.entries(subjects).map(([value, label]) => ({ value, label })),
    ),
    from: dateFilter('From'),
    until: dateFilter('Until'),
  },
  sorts: { at: 'When' },
  defaultSort: '-at',
});
