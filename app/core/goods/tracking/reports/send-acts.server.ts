/**
 * Sends acts to the state's system: each is marked before it is asked, so that an answer that is lost, or a process that is
 * killed, leads to a look-up and never to a second receipt.
 */
import { Temporal } from 'temporal-polyfill';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
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
import { contentOf, type ReportTerms } from './act-content.server.ts';
import { nextActs } from './next-acts.ts';
import {
  type Act,
  type Clock,
  type Content,
  endAll,
  finish,
  inSeconds,
  isStillOurs,
  LOOK_UP_AFTER,
  markSending,
  notTried,
  readOpen,
  setAll,
} from './store-acts.server.ts';

/** Tries without an answer, after which a person decides: the state's system reads, but fails at this one. */
const MOST_TRIES = 10;
/** Hours in which it may become possible to look up what was asked; then a person looks. */
const LOOK_UP_HOURS = 4;
/** Seconds until acts are sent again whose keys were refused, or for which the state's system asked for a pause. */
const PAUSE = 60;

/** How sending ended: everything that is due is done, or the state's system cannot be used now. */
export type Sent = { acts: number; isStopped: boolean };

/**
 * Sends what is due, until nothing is, or the state's system does not answer or refuses the keys. One run at a time.
 * @param mayGoOn asked between calls
 */
export async function sendActs(
  system: TrackingSystem,
  terms: ReportTerms,
  mayGoOn: () => boolean | Promise<boolean> = () => true,
  clock: Clock = systemClock,
): Promise<Sent> {
  const run: Run = { system, terms, clock };
  let acts = 0;
  for (;;) {
    let open = await readOpen();
    let calls = 0;
    while (await mayGoOn()) {
      const next = nextActs(open, asDate(clock()));
      await endWithSale(next.toSkip);
      const [toLookUp] = next.toLookUp;
      const batch = toLookUp ? [toLookUp] : next.toSend;
      if (batch.length === 0) break;
      await whenQuiet();
      calls += 1;
      const goesOn = await (toLookUp ? lookUp(run, toLookUp) : sendBatch(run, batch));
      const asked = new Set([...batch, ...next.toSkip].map(({ id }) => id));
      const ofSales = new Set(batch.flatMap(({ saleId }) => saleId ?? []));
      // Also what else is about these sales: a final one waits while a change of it is refused.
      const touched = open.filter(
        ({ id, saleId }) => asked.has(id) || (saleId !== null && ofSales.has(saleId)),
      );
      const again = new Map((await readOpen(touched.map(({ id }) => id))).map((act) => [act.id, act]));
      acts += [...asked].filter((id) => !again.has(id)).length;
      open = open.flatMap((act) => (touched.includes(act) ? (again.get(act.id) ?? []) : act));
      if (!goesOn) return { acts, isStopped: true };
    }
    // Acts beyond those that were read, and those that waited for a sale of this run.
    const goesOn = await mayGoOn();
    if (calls === 0 || !goesOn) return { acts, isStopped: !goesOn };
  }
}

/** Acts whose sale the shop does not report: what was entered by hand is voided and changed by hand, and a person decides. */
async function endWithSale(acts: readonly Act[]): Promise<void> {
  const { closings = [], changes = [] } = Object.groupBy(acts, ({ kind }) =>
    kind === 'day-closed' ? 'closings' : 'changes',
  );
  const answer = ownRefusalMessage({ kind: 'sale-skipped' });
  await endAll(closings, 'skipped', answer);
  await endAll(changes, 'refused', answer);
}

type Run = {
  system: TrackingSystem;
  terms: ReportTerms;
  clock: Clock;
};

/** Sends a batch in one call. False if the state's system cannot be used now. */
async function sendBatch(run: Run, batch: readonly Act[]): Promise<boolean> {
  const { system, terms, clock } = run;
  const ready: Content[] = [];
  for (const act of batch) {
    const content = await contentOf(act, terms);
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

/** Kinds that a person may have done in the state's system: then they are done. */
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
      await setAll(marked, { ...notTried, dueAt: inSeconds(clock, PAUSE), answer });
      return false;
    default:
      await setAll(marked, { ...notTried, dueAt: null, answer });
      return false;
  }
}

/** Whether an act was taken whose answer was lost. False if the state's system cannot be used now. */
async function lookUp({ system, terms, clock }: Run, act: Act): Promise<boolean> {
  const content = await contentOf(act, terms);
  if (!content.ok) {
    await endAll([act], 'refused', ownRefusalMessage(content.problem));
    return true;
  }
  try {
    const found = await system.find(content.value);
    if (found) await finish([{ act, content: content.value, stateId: found.id }], asDate(clock()));
    else await sendLater(clock, act);
    return true;
  } catch (error) {
    if (!(error instanceof TrackingTrouble)) throw error;
    const { problem } = error;
    const isOwn = problem.kind === 'strange-answer' || problem.kind === 'not-permitted';
    const asked = act.triedAt && instantOf(act.triedAt).add({ hours: LOOK_UP_HOURS });
    if (isOwn && asked && Temporal.Instant.compare(asked, clock()) < 0) {
      await endAll([act], 'refused', ownRefusalMessage({ kind: 'not-seen' }));
      return true;
    }
    const answer = trackingMessage(problem, system.name);
    await setAll([{ act }], { dueAt: inSeconds(clock, LOOK_UP_AFTER), answer });
    return isOwn;
  }
}

/** It was not taken: sent again at once the first time, then after longer and longer pauses, and at last no more. */
async function sendLater(clock: Clock, act: Act): Promise<void> {
  const { tries } = act;
  if (tries >= MOST_TRIES) {
    await endAll([act], 'refused', ownRefusalMessage({ kind: 'no-answer', tries }));
    return;
  }
  const dueAt = tries < 2 ? null : inSeconds(clock, LOOK_UP_AFTER * (tries - 1));
  await setAll([{ act }], { status: 'waiting', dueAt });
}
