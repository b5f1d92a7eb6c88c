/** The binder's files of other records: promotions, discounts, the audit log, staff, and permits. */
import { type SQL, sql } from 'drizzle-orm';
import type { AuditLabels } from '#core/ground/audit/audit-words.ts';
import { auditCells, auditExportColumns, type ReadRow } from '#core/ground/audit/export-audit.server.ts';
import type { BinderFile } from './binder.ts';
import { account, day, during, time } from './columns.server.ts';

/** The state without what staff noted about an order or a customer: it is about people. */
const withoutNotes = (column: 'before' | 'after'): SQL => sql`
  case when subject_type in ('order', 'customer') then ${sql.raw(column)} - 'note' else ${sql.raw(column)} end`;

/** @param labels the words of the audit log */
export const recordFiles = (labels: AuditLabels): readonly BinderFile[] => [
  {
    name: 'promotions.csv',
    title: 'Promotions',
    about: 'News and offers that were sent on these days, or whose offer counted.',
    columns: {
      title: 'title',
      words: 'words',
      terms: 'terms',
      valid_from: 'valid_from',
      valid_until: 'valid_until',
      status: 'status',
      sent_at: 'sent_at',
      sent_by: 'sent_by',
      sent_by_account: 'sent_by_account',
      recipients: 'recipients',
    },
    sums: ['recipients'],
    query: (span) => sql`
      select title, words, terms, ${day('valid_from')} as valid_from, ${day('valid_until')} as valid_until, status,
        ${time('started_at')} as sent_at, sent_by_name as sent_by, ${account('sent_by')} as sent_by_account, recipients
      from promotions
      where status <> 'draft' and (${during(span, 'started_at')}
        or (valid_from < ${span.to}::timestamptz and valid_until >= ${span.from}::timestamptz::date))
      order by started_at, id`,
  },
  {
    name: 'discounts.csv',
    title: 'Discounts',
    about:
      'Discounts that products have now and that count on some of these days. What was charged is in the lines of orders, ' +
      'earlier discounts are in the audit log.',
    columns: {
      product: 'product',
      list_price: 'list_price',
      discount: 'discount',
      first_day: 'first_day',
      last_day: 'last_day',
      terms: 'terms',
    },
    money: ['list_price', 'discount'],
    query: ({ from, to }) => sql`
      select concat_ws(', ', name, size) as product, retail_price as list_price, discount,
        ${day('discount_from')} as first_day, ${day('discount_until')} as last_day, discount_terms as terms
      from products
      where discount is not null and discount_from < ${to}::timestamptz
        and discount_until >= ${from}::timestamptz::date
      order by name, id`,
  },
  {
    name: 'audit-log.csv',
    title: 'Audit log',
    about:
      'What staff did on these days. Personal data is masked, and notes about orders and customers are left out.',
    columns: auditExportColumns,
    rowOf: (row) => auditCells(row as unknown as Omit<ReadRow, 'createdAt'>, String(row.at), labels),
    query: (span) => sql`
      select ${time('created_at')} as at, actor_name as "actorName", actor_id as "actorId",
        (select email from users where users.id = audit_log.actor_id) as "actorEmail", action, subject_type as "subjectType",
        subject_id as "subjectId", ${withoutNotes('before')} as before, ${withoutNotes('after')} as after, reason
      from audit_log where ${during(span, 'created_at')} order by created_at, id`,
  },
  {
    name: 'staff.csv',
    title: 'Staff',
    about: 'Everyone who has a role when the binder is made. Changes of roles are in the audit log.',
    columns: { name: 'name', account: 'account', role: 'role', since: 'role_since' },
    query: () => sql`
      select coalesce(p.full_name, u.name) as name, ${account('u.id')} as account, r.role,
        ${time('r.updated_at')} as since
      from user_roles as r join users as u on u.id = r.user_id left join customer_profiles as p on p.user_id = u.id
      where r.role <> 'user' order by r.role, name, u.id`,
  },
  {
    name: 'in-charge.csv',
    title: 'In charge',
    about: 'Who was in charge of the store on these days.',
    columns: { person: 'name', account: 'account', from: 'from', until: 'until' },
    query: ({ from, to }) => sql`
      select person_name as person, ${account('person_id')} as account, ${time('started_at')} as from, ${time('ended_at')} as until
      from charges
      where started_at < ${to}::timestamptz and (ended_at is null or ended_at >= ${from}::timestamptz)
      order by started_at, id`,
  },
  {
    name: 'permits.csv',
    title: 'Permits and dates',
    about: 'Licenses, permits and tax returns with their due dates, when the binder is made.',
    columns: { title: 'title', due_on: 'due_on', repeat: 'repeat', done_at: 'done_at' },
    query: () => sql`
      select title, ${day('due_on')} as due_on, repeat, ${time('done_at')} as done_at
      from store_dates order by store_dates.due_on, id`,
  },
];
