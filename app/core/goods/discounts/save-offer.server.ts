/** Writes, changes, ends and starts offers again. Sales wait for a moment, so that none mixes old and new terms. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { offers } from '#db/schema/discounts.ts';
import { whileSalesWait } from '#db/wait-for-sales.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { checkOffer, MOST_OFFERS, type OfferInput, type OfferProblem, offerState } from './offer-rules.ts';
import { leftOutOf, readOffered } from './offered-products-queries.server.ts';
import { forgetOffers, knownOffer, readOffer } from './offers-queries.server.ts';
import { termsWords } from './running-offers.ts';

/** Who may write offers and see them in the office. */
export const OFFERS_NEED = 'inventory.manage';

type Row = typeof offers.$inferSelect;

/** `leavesOut`: the person accepts that products below the floor are left out. */
export type OfferSave = { version: number; offer: OfferInput; leavesOut: boolean };

/**
 * Returns its number. `id` null writes a new one, or returns the one that is the same in everything: pressed twice, a
 * second offer would double its limits. Refused: one that is over, one that someone else saved since `version`, what
 * the law and the rules refuse, and products below the floor until that is accepted. Sold lines have the same price as
 * before.
 */
export async function saveOffer(
  actor: Actor,
  id: number | null,
  { version, offer, leavesOut }: OfferSave,
  now = systemClock(),
): Promise<Result<number, OfferProblem>> {
  const asStaff = staffTransaction(actor, OFFERS_NEED, refuse({ kind: 'not-allowed' }));
  const { pricing, store } = await readSettings();
  const saved = await asStaff<Result<number, OfferProblem>>(async (tx, staff) => {
    const wrong = checkOffer(offer, now.epochMilliseconds);
    if (wrong) return refuse(wrong);
    const below = leftOutOf(await readOffered(tx, offer, pricing));
    if (below.length > 0 && !leavesOut) return refuse({ kind: 'below-floor', products: below });
    return whileSalesWait<Result<number, OfferProblem>>(tx, async () => {
      const columns = columnsOf(offer);
      if (id === null) {
        const open = await tx
          .select()
          .from(offers)
          .where(and(gt(offers.endsAt, asDate(now)), isNull(offers.endedAt)));
        const same = open.find((row) => isDeepStrictEqual({ ...row, ...columns }, row));
        if (same) return succeed(same.id);
        if (open.length >= MOST_OFFERS) return refuse({ kind: 'too-many-offers' });
        const [row] = await tx.insert(offers).values(columns).returning();
        if (!row) throw new Error('an offer was not written');
        await record(tx, staff, 'offer.written', { id: row.id, zone: store.zone, after: row });
        return succeed(row.id);
      }
      const stored = await lockOffer(tx, id);
      if (!stored) return refuse({ kind: 'not-found' });
      if (stored.version !== version) return refuse({ kind: 'stale' });
      if (isOver(stored, now.epochMilliseconds)) return refuse({ kind: 'offer-over' });
      const [row] = await tx
        .update(offers)
        .set({ ...columns, version: version + 1, updatedAt: asDate(now) })
        .where(eq(offers.id, id))
        .returning();
      await record(tx, staff, 'offer.changed', {
        id,
        zone: store.zone,
        before: stored,
        after: row ?? stored,
      });
      return succeed(id);
    });
  });
  forgetOffers();
  return saved;
}

/** Ends it at once. Ending one that is over already changes nothing. */
export function endOffer(actor: Actor, id: number, now = systemClock()): Promise<Result<null, OfferProblem>> {
  const ending: Turn = { endedAt: asDate(now), action: 'offer.ended', isDone: (row) => row.endedAt !== null };
  return turn(actor, id, ending, now);
}

/** Undoes the ending, while its time has not passed. */
export function startOfferAgain(
  actor: Actor,
  id: number,
  now = systemClock(),
): Promise<Result<null, OfferProblem>> {
  const starting: Turn = { endedAt: null, action: 'offer.started', isDone: (row) => row.endedAt === null };
  return turn(actor, id, starting, now);
}

type Turn = {
  endedAt: Date | null;
  action: 'offer.ended' | 'offer.started';
  isDone: (row: Row) => boolean;
};

async function turn(
  actor: Actor,
  id: number,
  { endedAt, action, isDone }: Turn,
  now: ReturnType<typeof systemClock>,
): Promise<Result<null, OfferProblem>> {
  const asStaff = staffTransaction(actor, OFFERS_NEED, refuse({ kind: 'not-allowed' }));
  const turned = await asStaff<Result<null, OfferProblem>>(async (tx, staff) =>
    whileSalesWait<Result<null, OfferProblem>>(tx, async () => {
      const stored = await lockOffer(tx, id);
      if (!stored) return refuse({ kind: 'not-found' });
      if (isDone(stored)) return succeed(null);
      if (stored.endsAt <= asDate(now)) return refuse({ kind: 'offer-over' });
      await tx
        .update(offers)
        .set({ endedAt, version: stored.version + 1, updatedAt: asDate(now) })
        .where(eq(offers.id, id));
      await recordAudit(tx, staff, {
        ...{ action, subject: 'offer', subjectId: String(id) },
        after: { name: stored.name },
      });
      return succeed(null);
    }),
  );
  forgetOffers();
  return turned;
}

async function lockOffer(tx: Transaction, id: number): Promise<Row | null> {
  await tx.execute(sql`select from ${offers} where id = ${id} for no key update`);
  return readOffer(tx, id);
}

const isOver = (row: Row, now: number) => offerState(knownOffer(row, 0), now) === 'ended';

const columnsOf = ({ startsAt, endsAt, ...rest }: OfferInput) => ({
  ...rest,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
});

/** What of an offer the audit log records. */
function record(
  tx: Transaction,
  staff: SignedIn,
  action: 'offer.written' | 'offer.changed',
  { id, zone, before, after }: { id: number; zone: string; before?: Row; after: Row },
): Promise<void> {
  return recordAudit(tx, staff, {
    ...{ action, subject: 'offer', subjectId: String(id) },
    ...(before ? { before: wordsOf(before, zone) } : {}),
    after: wordsOf(after, zone),
  });
}

const wordsOf = (row: Row, zone: string) => ({
  name: row.name,
  terms: row.terms,
  offerPrice: termsWords(row),
  offerFrom: formatDateTime(instantOf(row.startsAt), zone),
  offerUntil: formatDateTime(instantOf(row.endsAt), zone),
  ...(row.hours ? { hours: `${row.hours.from} to ${row.hours.until}` } : {}),
  ...(row.mostPerPerson === null ? {} : { mostPerPerson: row.mostPerPerson }),
  ...(row.mostUnits === null ? {} : { mostUnits: row.mostUnits }),
});
