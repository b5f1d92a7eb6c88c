/** Outages that the shop declares by itself, because the state's system does not answer, and what it reports after one. */
import { and, isNull, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { stateOutages } from '#db/schema/stock.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { isStateDown } from './open-outage-queries.server.ts';
import { THE_SHOP } from './outage.ts';

/** Does nothing while an outage is open, by the shop or by a person. */
export async function declareSilence(
  tx: Transaction,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<void> {
  // Asked each minute: an insert that conflicts would use up a number each time.
  if (await isStateDown(tx)) return;
  const [made] = await tx
    .insert(stateOutages)
    .values({
      ...{ startedAt: asDate(since), createdAt: asDate(now), declaredBy: null, declaredByName: THE_SHOP },
      note: 'The state’s system did not answer for five minutes.',
    })
    .onConflictDoNothing()
    .returning({ number: stateOutages.number });
  if (!made) return;
  await recordAudit(tx, null, {
    action: 'outage.declared',
    subject: 'outage',
    subjectId: String(made.number),
    reason: 'No answer for five minutes',
  });
  await announce(tx, 'orders', 'inventory');
}

/** Ends the outage that the shop declared by itself; one that a person declared goes on. */
export async function endSilence(tx: Transaction, now: Temporal.Instant): Promise<void> {
  const [ended] = await tx
    .update(stateOutages)
    .set({ endedAt: asDate(now), endedByName: THE_SHOP })
    .where(and(isNull(stateOutages.endedAt), isNull(stateOutages.declaredBy)))
    .returning({ number: stateOutages.number });
  if (!ended) return;
  await recordAudit(tx, null, { action: 'outage.ended', subject: 'outage', subjectId: String(ended.number) });
  await announce(tx, 'orders', 'inventory');
}

/** Ticks the entries of outages that these acts report. @param actIds of `state_acts` */
export async function enterReported(tx: Transaction, actIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`
    insert into outage_entries (ledger_id, outage_id, entered_by, entered_by_name, created_at)
    select ledger.id, outage.id, null, ${THE_SHOP}, ${at}
    from state_act_rows as line
    join stock_ledger as ledger on ledger.id = line.ledger_id
    join state_outages as outage on ledger.created_at >= outage.started_at
      and (outage.ended_at is null or ledger.created_at < outage.ended_at)
    where line.act_id in (select jsonb_array_elements_text(${JSON.stringify(actIds)}::jsonb)::bigint)
    on conflict do nothing`);
}
