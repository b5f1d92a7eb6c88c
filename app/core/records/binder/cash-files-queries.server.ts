/** The binder's files of cash: days, drawers, and what went in and out of them. */
import { type SQL, sql } from 'drizzle-orm';
import type { BinderFile } from './binder.ts';
import { account, during, time } from './columns.server.ts';

/** The store-local day of a moment: the transaction's time zone is the store's. */
const dayOf = (column: string): SQL => sql`${sql.raw(column)}::date`;

const entries = (kind: string): SQL => sql`
  coalesce(sum(case when corrects is null then amount else -amount end) filter (where kind = ${kind}), 0)`;

export const cashFiles: readonly BinderFile[] = [
  {
    name: 'cash/days.csv',
    title: 'Cash days',
    about:
      'What was paid and returned on each day, what rounding to the nickel added, and the cash of both; the variance of drawers closed on it: counted minus expected.',
    columns: {
      day: 'day',
      payments: 'payments',
      taken: 'taken',
      refunds: 'refunds',
      returned: 'returned',
      rounding: 'cash_rounding',
      cash: 'cash',
      pay_ins: 'pay_ins',
      pay_outs: 'pay_outs',
      drops: 'drops_to_safe',
      variance: 'over_or_short',
    },
    money: ['taken', 'returned', 'rounding', 'cash', 'pay_ins', 'pay_outs', 'drops', 'variance'],
    sums: ['taken', 'returned', 'rounding', 'cash', 'pay_ins', 'pay_outs', 'drops', 'variance'],
    query: (span) => sql`
      select day::text as day, sum(payments)::int as payments, sum(taken)::float8 as taken, sum(refunds)::int as refunds,
        sum(returned)::float8 as returned, sum(rounding)::float8 as rounding,
        sum(taken - returned + rounding)::float8 as cash, sum(pay_ins)::float8 as pay_ins,
        sum(pay_outs)::float8 as pay_outs, sum(drops)::float8 as drops, sum(variance)::float8 as variance
      from (
        select ${dayOf('o.paid_at')} as day, 1 as payments, o.total as taken, 0 as refunds, 0 as returned,
          o.cash_rounding as rounding, 0 as pay_ins, 0 as pay_outs, 0 as drops, 0 as variance
        from orders as o where ${during(span, 'o.paid_at')}
        union all
        select ${dayOf('created_at')}, 0, 0, 1, amount, -cash_rounding, 0, 0, 0, 0 from refunds where ${during(span, 'created_at')}
        union all
        select ${dayOf('created_at')}, 0, 0, 0, 0, 0, ${entries('pay-in')}, ${entries('pay-out')},
          ${entries('drop')}, 0
        from drawer_entries where ${during(span, 'created_at')} group by 1
        union all
        select ${dayOf('closed_at')}, 0, 0, 0, 0, 0, 0, 0, 0, counted - expected
        from drawer_sessions where ${during(span, 'closed_at')}
      ) as every
      group by day order by day`,
  },
  {
    name: 'cash/drawers.csv',
    title: 'Drawers',
    about: 'Cash drawers that were open at any time on these days.',
    columns: {
      drawer: 'drawer',
      holder: 'answers_for_it',
      holder_account: 'holder_account',
      opened_at: 'opened_at',
      opened_by: 'opened_by',
      opened_by_account: 'opened_by_account',
      float: 'float',
      closed_at: 'closed_at',
      closed_by: 'closed_by',
      closed_by_account: 'closed_by_account',
      expected: 'expected',
      counted: 'counted',
      variance: 'over_or_short',
      note: 'note',
    },
    money: ['float', 'expected', 'counted', 'variance'],
    query: ({ from, to }) => sql`
      select number as drawer, holder_name as holder, ${account('holder_id')} as holder_account, ${time('opened_at')} as opened_at, opened_by_name as opened_by, ${account('opened_by')} as opened_by_account,
        float, ${time('closed_at')} as closed_at, closed_by_name as closed_by, ${account('closed_by')} as closed_by_account, expected, counted,
        counted - expected as variance, note
      from drawer_sessions
      where opened_at < ${to}::timestamptz and (closed_at is null or closed_at >= ${from}::timestamptz)
      order by number`,
  },
  {
    name: 'cash/entries.csv',
    title: 'Drawer entries',
    about: 'Cash that went to the safe, out for an expense, or in. A reversal takes an earlier entry back.',
    columns: {
      at: 'at',
      drawer: 'drawer',
      kind: 'kind',
      reversal: 'reversal',
      amount: 'amount',
      reason: 'reason',
      entered_by: 'entered_by',
      entered_by_account: 'entered_by_account',
    },
    money: ['amount'],
    query: (span) => sql`
      select ${time('e.created_at')} as at, d.number as drawer, e.kind, e.corrects is not null as reversal, e.amount,
        e.reason, e.entered_by_name as entered_by, ${account('e.entered_by')} as entered_by_account
      from drawer_entries as e join drawer_sessions as d on d.id = e.session_id
      where ${during(span, 'e.created_at')} order by e.created_at, e.id`,
  },
];
