/**
 * Opens and closes incidents, every minute. Safe to repeat and to run twice at once: a part has one open incident, and
 * its emails are events that commit with it.
 */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { errorSpans, incidents, recentErrors, shopInstances } from '#db/schema/operations.ts';
import type { Env } from '#platform/env.ts';
import { announce } from '#platform/live/announce.ts';
import { nextStep, type Watched } from './incident.ts';
import { readWatched } from './watched-queries.server.ts';

/** Errors that stay listed. */
const LISTED_ERRORS = 100;

/** Reads how the shop is and does what follows. @param env and `now` are set by tests. */
export async function watchShop(env?: Env, now = new Date()): Promise<void> {
  await settle(await readWatched(env, now), now);
  await cleanUp();
  await announce(database(), 'operations');
}

/** Opens and closes the incidents of these parts. */
export async function settle(watched: readonly Watched[], now: Date): Promise<void> {
  for (const each of watched) {
    const [open] = await openIncident(database(), each.part);
    if (nextStep(open ?? null, each.isBad, now) !== 'nothing') await settlePart(each, now);
  }
}

const openIncident = (from: Pick<Transaction, 'select'>, part: Watched['part']) =>
  from
    .select()
    .from(incidents)
    .where(and(eq(incidents.part, part), isNull(incidents.closedAt)));

function settlePart({ part, finding, isBad }: Watched, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    // Another instance may have been faster: then the row is closed, or its insert below finds this one's.
    const [open] = await openIncident(tx, part).for('no key update');
    const step = nextStep(open ?? null, isBad, now);
    if (step === 'open') {
      const admins = await readAdminIds(tx);
      const [opened] = await tx
        .insert(incidents)
        .values({ part, text: finding.text, openedAt: now, told: admins.length })
        .onConflictDoNothing()
        .returning({ id: incidents.id });
      if (opened) await tell(tx, 'incident-opened', opened.id, admins);
    } else if (open && step !== 'nothing') {
      const change = {
        'bad-again': { fineSince: null },
        'fine-again': { fineSince: now },
        close: { closedAt: now },
      }[step];
      await tx.update(incidents).set(change).where(eq(incidents.id, open.id));
      if (step === 'close') await tell(tx, 'incident-closed', open.id, await readAdminIds(tx));
    }
  });
}

async function tell(
  tx: Transaction,
  kind: 'incident-opened' | 'incident-closed',
  incidentId: string,
  admins: readonly string[],
): Promise<void> {
  for (const userId of admins) await recordEvent(tx, { kind, userId, incidentId }, null);
}

async function cleanUp(): Promise<void> {
  const listed = sql`(select id from ${recentErrors} order by at desc limit ${LISTED_ERRORS})`;
  await database().delete(recentErrors).where(sql`id not in ${listed}`);
  await database().delete(errorSpans).where(lt(errorSpans.startsAt, sql`now() - interval '7 days'`));
  // Killed ones: the others delete their row themselves.
  await database().delete(shopInstances).where(lt(shopInstances.seenAt, sql`now() - interval '1 day'`));
}
