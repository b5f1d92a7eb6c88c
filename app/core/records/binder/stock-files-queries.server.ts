/** The binder's files of stock: lots with their units, the ledger, units changed by hand, and recalls. */
import { sql } from 'drizzle-orm';
import { type AdjustReason, adjustReasons } from '#core/goods/stock/adjustment.ts';
import { ledgerReasonLabel } from '#core/goods/stock/ledger-list.ts';
import type { LedgerReason } from '#core/goods/stock/stock.ts';
import { methodLabel, wasteReasonLabel } from '#core/goods/stock/waste/waste.ts';
import type { DestructionMethod, WasteReason } from '#kernel/statuses.ts';
import type { BinderFile } from './binder.ts';
import { account, day, during, time } from './columns.server.ts';

const byHand: readonly (AdjustReason | 'adjustment')[] = [...adjustReasons, 'adjustment'];

export const stockFiles: readonly BinderFile[] = [
  {
    name: 'stock/lots.csv',
    title: 'Lots',
    about:
      'Lots whose units changed on these days, or that were in the building. Certificates are in the folder certificates.',
    columns: {
      lot: 'lot',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      status: 'status',
      test_status: 'test_status',
      lab: 'lab',
      certificate: 'certificate_number',
      certificate_file: 'certificate_file',
      thc: 'total_thc_percent',
      cbd: 'total_cbd_percent',
      harvested_on: 'harvested_on',
      packaged_on: 'packaged_on',
      expires_on: 'last_day',
      units_before: 'units_before',
      change: 'change',
      units_after: 'units_after',
    },
    sums: ['units_before', 'change', 'units_after'],
    query: ({ from, to }) => sql`
      with moved as (
        select lot_id, sum(case when created_at < ${to}::timestamptz then change else 0 end)::int as during,
          sum(case when created_at >= ${to}::timestamptz then change else 0 end)::int as later,
          bool_or(created_at < ${to}::timestamptz) as has_moved
        from (select lot_id, created_at, on_hand_change + set_aside_change as change from stock_ledger
          where created_at >= ${from}::timestamptz and lot_id is not null) as row
        group by lot_id
      ), counted as (
        select l.*, l.on_hand - coalesce(m.later, 0) as units_after, coalesce(m.during, 0) as change,
          coalesce(m.has_moved, false) as has_moved
        from lots as l left join moved as m on m.lot_id = l.id
      )
      select l.id as lot, concat_ws(', ', p.name, p.size) as product, l.batch_number, l.package_tag, l.status,
        l.test_status, l.lab_name as lab, l.coa_number as certificate,
        case when l.coa_key is not null then l.coa_key || '.pdf' end as certificate_file,
        l.total_thc_basis_points / 100.0::float8 as thc, l.total_cbd_basis_points / 100.0::float8 as cbd,
        ${day('l.harvested_on')} as harvested_on, ${day('l.packaged_on')} as packaged_on,
        ${day('l.expires_on')} as expires_on, l.units_after - l.change as units_before, l.change, l.units_after
      from counted as l join products as p on p.id = l.product_id
      where l.has_moved or l.units_after <> 0 or l.units_after <> l.change
      order by p.name, p.id, l.id`,
  },
  {
    name: 'stock/ledger.csv',
    title: 'Stock ledger',
    about:
      'Every change of units on these days, in order: for sale, in the building but not for sale, and held for orders. ' +
      'Customers who changed their own orders are not named.',
    columns: {
      id: 'entry',
      at: 'at',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      reason: 'reason',
      for_sale: 'for_sale_change',
      set_aside: 'set_aside_change',
      held: 'held_change',
      who: 'who',
      order_id: 'order_id',
      note: 'note',
    },
    sums: ['for_sale', 'set_aside', 'held'],
    rowOf: (row) => ({ ...row, reason: ledgerReasonLabel[row.reason as LedgerReason] }),
    query: (span) => sql`
      select s.id::float8 as id, ${time('s.created_at')} as at, concat_ws(', ', p.name, p.size) as product,
        l.batch_number, l.package_tag, s.reason, s.on_hand_change as for_sale, s.set_aside_change as set_aside,
        s.held_change as held, u.name as who, o.order_id, s.note
      from stock_ledger as s join products as p on p.id = s.product_id left join lots as l on l.id = s.lot_id
      left join orders as o on o.id = s.order_id
      left join user_roles as r on r.user_id = s.actor_id
      left join users as u on u.id = s.actor_id
        and (r.role <> 'user' or (s.order_id is null and s.reservation_id is null))
      where ${during(span, 's.created_at')} order by s.id`,
  },
  {
    name: 'stock/waste-and-adjustments.csv',
    title: 'Waste and adjustments',
    about:
      'Units changed by hand on these days: counts, damage, samples, theft or loss, waste, returns, corrections.',
    columns: {
      id: 'entry',
      at: 'at',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      reason: 'reason',
      units: 'units',
      who: 'who',
      note: 'note',
      undone: 'undone',
    },
    sums: ['units'],
    rowOf: (row) => ({ ...row, reason: ledgerReasonLabel[row.reason as LedgerReason] }),
    query: (span) => sql`
      select s.id::float8 as id, ${time('s.created_at')} as at, concat_ws(', ', p.name, p.size) as product,
        l.batch_number, l.package_tag, s.reason, s.on_hand_change + s.set_aside_change as units, u.name as who, s.note,
        undone.ledger_id is not null as undone
      from stock_ledger as s join products as p on p.id = s.product_id left join lots as l on l.id = s.lot_id
      left join users as u on u.id = s.actor_id left join undone_adjustments as undone on undone.ledger_id = s.id
      where ${during(span, 's.created_at')} and s.reason = any(${sql.param([...byHand])}::text[]) order by s.id`,
  },
  {
    name: 'stock/waste.csv',
    title: 'Waste and its destruction',
    about:
      'Waste that was recorded or destroyed on these days: weight, witness, and the two people who destroyed it. A person without an account is a name that was typed.',
    columns: {
      number: 'waste',
      recorded_at: 'recorded_at',
      recorded_by: 'recorded_by',
      recorded_by_account: 'recorded_by_account',
      witness: 'witness',
      witness_account: 'witness_account',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      units: 'units',
      grams: 'grams',
      reason: 'reason',
      order_id: 'order_id',
      undone_at: 'undone_at',
      destroyed_at: 'destroyed_at',
      method: 'method',
      destroyed_by: 'destroyed_by',
      destroyed_by_account: 'destroyed_by_account',
      second_person: 'second_person',
      second_person_account: 'second_person_account',
    },
    sums: ['units'],
    counts: { only: 'not undone', row: ({ undone_at: undoneAt }) => undoneAt === null },
    rowOf: (row) => ({
      ...row,
      reason: wasteReasonLabel[row.reason as WasteReason],
      method: row.method === null ? null : methodLabel[row.method as DestructionMethod],
    }),
    query: (span) => sql`
      select w.number, ${time('w.created_at')} as recorded_at, w.recorded_by_name as recorded_by, ${account('w.recorded_by')} as recorded_by_account, w.witness, ${account('w.witness_id')} as witness_account,
        concat_ws(', ', p.name, p.size) as product, l.batch_number, l.package_tag, w.units,
        w.weight_mg / 1000.0::float8 as grams, w.reason, o.order_id, ${time('w.undone_at')} as undone_at,
        ${time('w.destroyed_at')} as destroyed_at, w.method, w.destroyed_by_name as destroyed_by, ${account('w.destroyed_by')} as destroyed_by_account,
        w.second_name as second_person, ${account('w.second_id')} as second_person_account
      from waste as w join lots as l on l.id = w.lot_id join products as p on p.id = l.product_id
      left join orders as o on o.id = w.order_id
      where ${during(span, 'w.created_at')} or ${during(span, 'w.destroyed_at')} order by w.number`,
  },
  {
    name: 'stock/state-outages.csv',
    title: 'Outages of the state’s system',
    about: 'Outages on these days, with the stock changes that were entered afterwards.',
    columns: {
      number: 'outage',
      started_at: 'started_at',
      ended_at: 'ended_at',
      declared_by: 'declared_by',
      declared_by_account: 'declared_by_account',
      ended_by: 'ended_by',
      entered: 'entered',
      note: 'note',
    },
    query: ({ from, to }) => sql`
      select s.number, ${time('s.started_at')} as started_at, ${time('s.ended_at')} as ended_at,
        s.declared_by_name as declared_by, ${account('s.declared_by')} as declared_by_account, s.ended_by_name as ended_by,
        (select count(*)::int from outage_entries where outage_id = s.id) as entered, s.note
      from state_outages as s
      where s.started_at < ${to}::timestamptz and (s.ended_at is null or s.ended_at >= ${from}::timestamptz)
      order by s.number`,
  },
  {
    name: 'stock/state-reports.csv',
    title: 'Reports to the state’s system',
    about:
      'What happened on these days and was reported to the state’s tracking system, with its ids and times; what was refused or entered by hand, and why.',
    columns: {
      id: 'report',
      happened_at: 'happened_at',
      kind: 'kind',
      status: 'status',
      order_id: 'order_id',
      receipt: 'receipt_number',
      state_id: 'state_id',
      tags: 'package_tags',
      units: 'units',
      reason: 'reason',
      sent_at: 'reported_at',
      tries: 'tries',
      answer: 'answer',
      ended_by: 'left_out_by',
      ended_by_account: 'left_out_by_account',
      end_note: 'why',
    },
    query: (span) => sql`
      select a.id::float8 as id, ${time('a.happened_at')} as happened_at, a.kind, a.status, o.order_id,
        a.receipt_number as receipt, a.state_id, array_to_string(a.tags, ' ') as tags,
        coalesce(a.units, moved.units) as units, a.reason, ${time('a.sent_at')} as sent_at, a.tries, a.answer,
        a.ended_by_name as ended_by, ${account('a.ended_by')} as ended_by_account, a.end_note
      from state_acts as a left join orders as o on o.id = a.order_id
      left join lateral (select sum(s.on_hand_change + s.set_aside_change)::int as units from state_act_rows as r
        join stock_ledger as s on s.id = r.ledger_id where r.act_id = a.id) as moved on true
      where ${during(span, 'a.happened_at')} order by a.happened_at, a.id`,
  },
  {
    name: 'stock/day-closings.csv',
    title: 'Closed days',
    about:
      'The closings for these days: lots compared, units by the ledger, differences that were open, and why.',
    columns: {
      day: 'day',
      attempt: 'closing',
      closed_at: 'closed_at',
      closed_by: 'closed_by',
      closed_by_account: 'closed_by_account',
      lots: 'lots',
      units: 'units',
      open: 'open_differences',
      note: 'why',
    },
    query: ({ from, to }) => sql`
      select ${day('c.day')} as day, c.attempt, ${time('c.created_at')} as closed_at, c.closed_by_name as closed_by, ${account('c.closed_by')} as closed_by_account,
        c.lots, c.units, (select string_agg(concat(item ->> 'lot', ': ', item ->> 'what', '. ', item ->> 'cure', '.'), E'\\n')
          from jsonb_array_elements(c.open) as item) as open, c.note
      from day_closings as c
      where c.day >= ${from}::timestamptz::date and c.day < ${to}::timestamptz::date order by c.day, c.attempt`,
  },
  {
    name: 'recalls/recalls.csv',
    title: 'Recalls',
    about: 'Recalls and exercises that started on these days or were not over.',
    columns: {
      recall: 'recall',
      exercise: 'exercise',
      status: 'status',
      reason: 'reason',
      started_at: 'started_at',
      started_by: 'started_by',
      ended_at: 'ended_at',
      ended_by: 'ended_by',
      end_note: 'end_note',
      buyers: 'buyers',
      messages_sent: 'messages_sent',
      answers: 'answers',
    },
    query: ({ from, to }) => sql`
      select r.number as recall, r.is_exercise as exercise, r.status, r.reason, ${time('r.started_at')} as started_at,
        r.started_by_name as started_by, ${time('r.ended_at')} as ended_at, r.ended_by_name as ended_by, r.end_note,
        count(person.number)::int as buyers, count(person.sent_at)::int as messages_sent,
        count(person.answer)::int as answers
      from recalls as r left join recall_people as person on person.recall_id = r.id
      where r.started_at < ${to}::timestamptz and (r.ended_at is null or r.ended_at >= ${from}::timestamptz)
      group by r.id order by r.number`,
  },
  {
    name: 'recalls/lots.csv',
    title: 'Recalled lots',
    about: 'The lots of these recalls, with the units handed over so far.',
    columns: {
      recall: 'recall',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      status: 'status',
      in_building: 'units_in_building',
      handed_over: 'units_handed_over',
    },
    sums: ['in_building', 'handed_over'],
    query: ({ from, to }) => sql`
      select r.number as recall, concat_ws(', ', p.name, p.size) as product, l.batch_number, l.package_tag, l.status,
        l.on_hand as in_building, (select coalesce(sum(share.quantity), 0)::int from reservation_lots as share
          where share.lot_id = l.id and share.sold) as handed_over
      from recalls as r join recall_lots as named on named.recall_id = r.id join lots as l on l.id = named.lot_id
      join products as p on p.id = l.product_id
      where r.started_at < ${to}::timestamptz and (r.ended_at is null or r.ended_at >= ${from}::timestamptz)
      order by r.number, l.id`,
  },
];
