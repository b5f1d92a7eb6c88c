/** Reads from the audit log what people at work did on a day, with the eight weeks before it to compare with. */
import { type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { reportSnapshot } from '#db/reports.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';
import {
  type ActKind,
  type ActsOfDay,
  actKinds,
  COMPARED_DAYS,
  type Finding,
  findings,
  type WeekOfKind,
  weekOf,
} from './conduct.ts';

/** Which entries are of a kind, and the cents or units of one. */
const entries: Readonly<Record<ActKind, { where: SQL; amount?: SQL }>> = {
  refund: {
    // What an exchange takes back is a refund of the same moment, and pays nothing out. An admin decided the refund of
    // a price correction, not the cashier who paid it.
    where: sql`action = 'order.refunded' and not coalesce(after ? 'decidedBy', false) and not exists (
      select from audit_log as exchange where exchange.action = 'order.exchanged'
        and exchange.subject_type = audit_log.subject_type and exchange.subject_id = audit_log.subject_id
        and exchange.created_at = audit_log.created_at)`,
    amount: sql`(after->>'refundInCents')::bigint`,
  },
  'pay-out': { where: sql`action = 'drawer.paid-out'`, amount: sql`(after->>'amountInCents')::bigint` },
  correction: {
    where: sql`action = 'order.cash-corrected'`,
    amount: sql`abs((before->>'cashReceived')::bigint - (before->>'change')::bigint
      - (after->>'cashReceived')::bigint + (after->>'change')::bigint)`,
  },
  short: {
    where: sql`action in ('drawer.closed', 'drawer.handed-over') and (after->>'varianceInCents')::bigint < 0`,
    amount: sql`-(after->>'varianceInCents')::bigint`,
  },
  'no-sale': { where: sql`action = 'drawer.opened-without-sale'` },
  exchange: {
    // On record with both orders; only the one that took units back has a refund of the same moment.
    where: sql`action = 'order.exchanged' and exists (
      select from audit_log as returned where returned.action = 'order.refunded'
        and returned.subject_type = audit_log.subject_type and returned.subject_id = audit_log.subject_id
        and returned.created_at = audit_log.created_at)`,
  },
  'voided-walk-in': {
    where: sql`action = 'order.status-changed' and after->>'status' = 'cancelled'
      and exists (select from orders where orders.id::text = subject_id and is_walk_in)`,
  },
  offline: { where: sql`action = 'order.handed-over' and after ? 'withoutNetwork'` },
  'stock-missing': {
    where: sql`action = 'lot.counted' and (after->>'onHand')::int < (before->>'onHand')::int`,
    amount: sql`(before->>'onHand')::int - (after->>'onHand')::int`,
  },
  waste: { where: sql`action = 'waste.recorded'`, amount: sql`(after->>'units')::int` },
  price: {
    where: sql`action = 'product.edited' and (after ? 'retailPrice' or after ? 'discount')`,
  },
};

const kindOf = sql.join(
  actKinds.map((kind) => sql`when ${entries[kind].where} then ${kind}`),
  sql` `,
);
const amountOf = sql.join(
  actKinds.flatMap((kind) => {
    const { where, amount } = entries[kind];
    return amount ? [sql`when ${where} then ${amount}`] : [];
  }),
  sql` `,
);

export type Conduct = {
  /** What stands out first. */
  findings: Finding[];
  /** Names as the log has them, by person. */
  names: Record<string, string>;
};

/** null for people who may not read the audit log. @param day a store day, today or earlier */
export function readConduct(actor: Actor, day: StoreDate, zone: string): Promise<Conduct | null> {
  return may(actor, 'audit.read') ? conductOf(day, zone) : Promise.resolve(null);
}

/** One person’s week that ends with the day; null for people who may not read the audit log. @param day as above */
export async function readWeekOf(
  actor: Actor,
  personId: string,
  day: StoreDate,
  zone: string,
): Promise<WeekOfKind[] | null> {
  if (!may(actor, 'audit.read')) return null;
  const { worked, acts } = await actsUntil(day, zone);
  return weekOf(personId, day.toString(), worked, acts);
}

/** The same for the job that tells admins. Checks no permission. */
export async function conductOf(day: StoreDate, zone: string): Promise<Conduct> {
  const { worked, acts, names } = await actsUntil(day, zone);
  return { findings: findings(day.toString(), worked, acts), names };
}

async function actsUntil(day: StoreDate, zone: string) {
  const from = asDate(startOfDay(day.subtract({ days: COMPARED_DAYS }), zone));
  const until = asDate(startOfDay(day.add({ days: 1 }), zone));
  const { rows } = await reportSnapshot((tx) =>
    tx.execute<Omit<ActsOfDay, 'kind'> & { kind: ActKind | null; name: string | null }>(sql`
      select actor_id::text as "personId", max(actor_name) as name, day::text, kind, count(*)::int as count,
        coalesce(sum(amount), 0)::float8 as amount
      from (
        select actor_id, actor_name, (created_at at time zone ${zone})::date as day,
          case ${kindOf} end as kind, case ${amountOf} else 0 end as amount
        from audit_log
        where created_at >= ${from} and created_at < ${until} and actor_id is not null and batch_id is null
      ) as entry
      group by actor_id, day, kind`),
  );
  const worked = new Map(rows.map(({ personId, day }) => [`${personId} ${day}`, { personId, day }]));
  const acts = rows.flatMap(({ kind, name: _, ...row }) => (kind === null ? [] : [{ ...row, kind }]));
  return {
    worked: [...worked.values()],
    acts,
    names: Object.fromEntries(rows.map(({ personId, name }) => [personId, name ?? 'Not on file'])),
  };
}
