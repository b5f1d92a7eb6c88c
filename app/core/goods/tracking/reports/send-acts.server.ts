/**
 * Sends acts to the state's system: each is marked before it is asked, so that an answer that is lost, or a process that is
 * killed, leads to a look-up and never to a second receipt.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Temporal } from 'temporal-polyfill';
import { enterReported } from '#core/goods/stock/outage/declare-silence.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { stateActs } from '#db/schema/tracking.ts';
import { type Cents, sumCents } from '#kernel/money.ts';
import type { StateActStatus } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { whenQuiet } from '#platform/quiet.ts';
import {
  type StateAct,
  TrackingRefusal,
  type TrackingSystem,
  TrackingTrouble,
  trackingMessage,
} from '../tracking.ts';
import { ownRefusalMessage } from './act.ts';
import { type ActRow, contentOf } from './act-content.server.ts';
import { nextActs, type OpenAct } from './next-acts.ts';
import type { Reporting } from './report-figures-queries.server.ts';

/** Open acts that one run looks at. */
const AT_ONCE = 2000;
/** Seconds until an act whose answer was lost is looked up: what was on its way has arrived by then. */
const LOOK_UP_AFTER = 30;
/** Seconds that a call may take before another run looks up what became of it: longer than any answer is waited for. */
const CALL_SECONDS = 60;
/** Seconds until acts are sent again whose keys were refused, or for which the state's system asked for a pause. */
const PAUSE = 60;

type Act = ActRow & OpenAct;
type Content = { act: Act; content: StateAct };

/** How sending ended: everything that is due is done, or the state's system cannot be used now. */
export type Sent = { acts: number; isStopped: boolean };

/**
 * Sends what is due, until nothing is, or the state's system does not answer or refuses the keys. One run at a time.
 * @param mayGoOn asked between calls
 */
export async function sendActs(
  system: TrackingSystem,
  reasons: Reporting['reasons'],
  mayGoOn: () => boolean | Promise<boolean> = () => true,
  clock: () => Temporal.Instant = systemClock,
): Promise<Sent> {
  const run: Run = { system, reasons, clock };
  let acts = 0;
  for (;;) {
    let open = await readOpen();
    let calls = 0;
    while (await mayGoOn()) {
      const next = nextActs(open, asDate(clock()));
      await endAll(next.toSkip, 'skipped', ownRefusalMessage({ kind: 'sale-skipped' }));
      const [toLookUp] = next.toLookUp;
      const batch = toLookUp ? [toLookUp] : next.toSend;
      if (batch.length === 0) break;
      await whenQuiet();
      calls += 1;
      const goesOn = await (toLookUp ? lookUp(run, toLookUp) : sendBatch(run, batch));
      const touched = [...batch, ...next.toSkip].map(({ id }) => id);
      const again = new Map((await readOpen(touched)).map((act) => [act.id, act]));
      acts += touched.length - again.size;
      open = open.flatMap((act) => (touched.includes(act.id) ? (again.get(act.id) ?? []) : act));
      if (!goesOn) return { acts, isStopped: true };
    }
    // Acts beyond those that were read, and those that waited for a sale of this run.
    const goesOn = await mayGoOn();
    if (calls === 0 || !goesOn) return { acts, isStopped: !goesOn };
  }
}

type Run = {
  system: TrackingSystem;
  reasons: Reporting['reasons'];
  clock: () => Temporal.Instant;
};

const sales = alias(stateActs, 'sale');

async function readOpen(ids?: readonly number[]): Promise<Act[]> {
  const rows = await database()
    .select({ act: stateActs, saleStatus: sales.status, receiptId: sales.stateId })
    .from(stateActs)
    .leftJoin(sales, eq(sales.id, stateActs.saleId))
    .where(and(inArray(stateActs.status, ['waiting', 'sending']), ids && inArray(stateActs.id, [...ids])))
    .orderBy(asc(stateActs.id))
    .limit(AT_ONCE);
  return rows.map(({ act, saleStatus, receiptId }) => ({
    ...act,
    status: act.status as OpenAct['status'],
    receiptId,
    sale: saleStatus && { status: saleStatus, stateId: receiptId },
  }));
}

/** Sends a batch in one call. False if the state's system cannot be used now. */
async function sendBatch(run: Run, batch: readonly Act[]): Promise<boolean> {
  const { system, reasons, clock } = run;
  const ready: Content[] = [];
  for (const act of batch) {
    const content = await contentOf(act, reasons);
    if (content.ok) ready.push({ act, content: content.value });
    else await endAll([act], 'refused', ownRefusalMessage(content.problem));
  }
  const at = asDate(clock());
  const marked = await markSending(ready, at);
  if (marked.length === 0) return true;
  try {
    const ids = await system.report(
      marked.map(({ content }) => content),
      () => isStillOurs(marked, at, clock),
    );
    await finish(
      marked.map((each, index) => ({ ...each, stateId: ids[index] ?? null })),
      asDate(clock()),
    );
    return true;
  } catch (error) {
    if (error instanceof TrackingRefusal) return refusedBatch(run, marked, error);
    if (error instanceof TrackingTrouble) return troubled(run, marked, error);
    // Marked, so they are looked up.
    log.error({ err: error, acts: marked.map(({ act }) => act.id) }, 'a report to the state failed');
    return false;
  }
}

/** All or none was taken: one alone is refused, of several each is asked by itself. */
async function refusedBatch(
  run: Run,
  marked: readonly Content[],
  refusal: TrackingRefusal,
): Promise<boolean> {
  const [only] = marked;
  if (marked.length === 1 && only) {
    if (isState(only.content) && (await wasTaken(run, only))) return true;
    await endAll([only.act], 'refused', refusal.refused.map(({ words }) => words).join(' '));
    return true;
  }
  await setAll(marked, { status: 'waiting', dueAt: null });
  for (const { act } of marked) {
    const [again] = await readOpen([act.id]);
    if (again?.status === 'waiting' && !(await sendBatch(run, [again]))) return false;
  }
  return true;
}

/** Kinds after which something is so, whoever made it so: a person may have done it in the state's system. */
const isState = ({ kind }: StateAct) =>
  kind === 'sale-voided' || kind === 'day-closed' || kind === 'package-empty';

/** Whether what was refused is so already; then it counts as reported. */
async function wasTaken({ system, clock }: Run, { act, content }: Content): Promise<boolean> {
  const found = await system.find(content).catch((error: unknown) => {
    if (error instanceof TrackingTrouble) return null;
    throw error;
  });
  if (found) await finish([{ act, content, stateId: found.id }], asDate(clock()));
  return found !== null;
}

/** What may have been taken is looked up; everything else was not, and waits or is refused. */
async function troubled(
  { system: { name }, clock }: Run,
  marked: readonly Content[],
  { problem }: TrackingTrouble,
): Promise<boolean> {
  const answer = trackingMessage(problem, name);
  switch (problem.kind) {
    case 'unsure':
      await setAll(marked, { dueAt: inSeconds(clock, LOOK_UP_AFTER), answer });
      return true;
    case 'not-permitted':
      await endAll(
        marked.map(({ act }) => act),
        'refused',
        answer,
      );
      return true;
    case 'keys-refused':
    case 'busy':
      await setAll(marked, { status: 'waiting', dueAt: inSeconds(clock, PAUSE), answer });
      return false;
    default:
      await setAll(marked, { status: 'waiting', dueAt: null, answer });
      return false;
  }
}

/** Whether an act was taken whose answer was lost. False if the state's system cannot be used now. */
async function lookUp({ system, reasons, clock }: Run, act: Act): Promise<boolean> {
  const content = await contentOf(act, reasons);
  if (!content.ok) {
    await endAll([act], 'refused', ownRefusalMessage(content.problem));
    return true;
  }
  try {
    const found = await system.find(content.value);
    if (found) await finish([{ act, content: content.value, stateId: found.id }], asDate(clock()));
    else await setAll([{ act }], { status: 'waiting', dueAt: null });
    return true;
  } catch (error) {
    if (!(error instanceof TrackingTrouble)) throw error;
    const { problem } = error;
    const answer = trackingMessage(problem, system.name);
    await setAll([{ act }], { dueAt: inSeconds(clock, LOOK_UP_AFTER), answer });
    return problem.kind === 'strange-answer' || problem.kind === 'not-permitted';
  }
}

const inSeconds = (clock: () => Temporal.Instant, seconds: number) => asDate(clock().add({ seconds }));

/** Marks acts that still wait. If this process ends now, they are looked up. */
async function markSending(ready: readonly Content[], at: Date): Promise<Content[]> {
  if (ready.length === 0) return [];
  const marked = await database()
    .update(stateActs)
    .set({
      ...{ status: 'sending', triedAt: at, tries: sql`${stateActs.tries} + 1` },
      dueAt: new Date(at.getTime() + LOOK_UP_AFTER * 1000),
    })
    .where(
      and(
        inArray(
          stateActs.id,
          ready.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'waiting'),
      ),
    )
    .returning({ id: stateActs.id });
  const ids = new Set(marked.map(({ id }) => id));
  return ready.filter(({ act }) => ids.has(act.id));
}

/**
 * Whether acts have the mark of this run, which then holds for a call. A run that was stopped for minutes between its mark and
 * its call finds that another one has looked up, and sent, what it was about to send.
 */
async function isStillOurs(marked: readonly Content[], at: Date, clock: Run['clock']): Promise<boolean> {
  const ours = await database()
    .update(stateActs)
    .set({ dueAt: inSeconds(clock, CALL_SECONDS) })
    .where(
      and(
        inArray(
          stateActs.id,
          marked.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'sending'),
        eq(stateActs.triedAt, at),
      ),
    )
    .returning({ id: stateActs.id });
  return ours.length === marked.length;
}

async function setAll(
  marked: readonly Pick<Content, 'act'>[],
  values: { status?: 'waiting'; dueAt?: Date | null; answer?: string },
): Promise<void> {
  await database()
    .update(stateActs)
    .set(values)
    .where(
      and(
        inArray(
          stateActs.id,
          marked.map(({ act }) => act.id),
        ),
        eq(stateActs.status, 'sending'),
      ),
    );
}

async function finish(done: readonly (Content & { stateId: string | null })[], at: Date): Promise<void> {
  await inTransaction(async (tx) => {
    for (const { act, content, stateId } of done)
      await tx
        .update(stateActs)
        .set({ status: 'sent', sentAt: at, stateId, dueAt: null, answer: '', amount: amountOf(content) })
        .where(and(eq(stateActs.id, act.id), eq(stateActs.status, 'sending')));
    await enterReported(
      tx,
      done.map(({ act }) => act.id),
      at,
    );
    await announce(tx, ...topicsOf(done.map(({ act }) => act)));
  });
}

/** Pages that show what became of these acts. */
const topicsOf = (acts: readonly Act[]) =>
  ['inventory', ...acts.flatMap(({ orderId }) => (orderId ? [`order:${orderId}` as const] : []))] as const;

/** Of a sale as it is told now; null of everything else. */
const amountOf = (content: StateAct): Cents | null =>
  content.kind === 'sale' || content.kind === 'sale-changed'
    ? sumCents(content.lines.map(({ amount }) => amount))
    : null;

/** Ends acts that are not sent, unless a person has ended them. */
async function endAll(
  acts: readonly Act[],
  status: Extract<StateActStatus, 'refused' | 'skipped'>,
  answer: string,
): Promise<void> {
  if (acts.length === 0) return;
  await inTransaction(async (tx) => {
    await tx
      .update(stateActs)
      .set({ status, answer, dueAt: null })
      .where(
        and(
          inArray(
            stateActs.id,
            acts.map(({ id }) => id),
          ),
          inArray(stateActs.status, ['waiting', 'sending']),
        ),
      );
    await announce(tx, ...topicsOf(acts));
  });
}
