/**
 * Runs an action that waited on a tablet, by the command that its form would have run: everything is checked again. The
 * actor carries the action, so the command does it once, however often it arrives. A hand-over that is refused is recorded
 * for who closes the day.
 */
import type { z } from 'zod';
import { putBackMessage } from '#core/goods/stock/put-back/put-back.ts';
import { putBackOne, putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { DoneBefore, versionAfter, wasDone } from '#core/ground/access/offline-action.server.ts';
import { checkTime, doneAtOf, timeMessage } from '#core/ground/access/offline-action-time.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { addOrderNote } from '#core/sales/orders/hand-over/add-order-note.server.ts';
import { addedNoteMessage } from '#core/sales/orders/hand-over/added-note.ts';
import { arrivalMessage } from '#core/sales/orders/hand-over/arrival.ts';
import { handOverOrder, refuseHandOver } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { putOffMessage } from '#core/sales/orders/hand-over/put-off.ts';
import { putOffOrder } from '#core/sales/orders/hand-over/put-off-order.server.ts';
import { recordArrival, undoArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { recordRefusedHandOver } from '#core/sales/orders/hand-over/record-refused-hand-over.server.ts';
import { isOfOrder, isRecorded, notAcceptedWords } from '#core/sales/orders/hand-over/refused-hand-over.ts';
import { whyNotAccepted } from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { statusMessage } from '#core/sales/orders/order-status.ts';
import { packMessage } from '#core/sales/orders/packing/pack-problem.ts';
import { type PackInput, packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { packingMessage } from '#core/sales/orders/packing/packing.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { takeOutScanned } from '#core/sales/orders/packing/take-out-scanned.server.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import type { Result } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { readForm } from '#platform/requests/form.ts';
import { openSealed } from '#platform/secrets/sealed-box.ts';
import { handOverProblems } from '../hand-over/counter-errors.ts';
import { type ActionAnswer, type ActionKind, SEALED_ID, type Theirs } from '../network/offline-action.ts';
import { readFormerName, readTimeFacts } from './action-facts-queries.server.ts';
import {
  actionForm,
  damagedHandOver,
  handOverFields,
  lineFields,
  noteFields,
  outFields,
  putOffFields,
  refuseFields,
  type SentAction,
  scanFields,
  sealedFields,
} from './action-form.ts';

const DAMAGED = 'This action could not be read.';
const CHANGED = 'Someone else changed this order.';
const NO_ORDER = 'This order was not found.';

type Doer = SignedIn & Required<Pick<SignedIn, 'action'>>;

/**
 * @returns what the person reads who did it; null for a hand-over whose person was signed out before
 * the answer
 * @param host of this shop, for scanned codes
 */
export async function runAction(
  signedIn: SignedIn,
  form: FormData,
  host: string,
): Promise<ActionAnswer | Theirs | null> {
  const read = readForm(form, actionForm);
  if (!read.ok) return damaged(signedIn, form);
  const sent = read.value;
  if (sent.by !== signedIn.userId) return ofAnother(signedIn, sent, form);
  const { id, kind, order: orderNumber } = sent;
  const own = sent.after === '' ? null : await versionAfter(signedIn, sent.after);
  const version = own ?? sent.version;
  const now = systemClock();
  const isHandOver = kind === 'hand-over';
  const facts = await readTimeFacts(signedIn, { ...sent, isHandOver });
  const time = checkTime(sent, facts, now);
  const { zone } = (await readSettings()).store;
  const doneAt = time.ok ? time.value : asDate(now);
  const actor = { ...signedIn, action: { id, orderNumber, kind, version, doneAt } };
  return once(id, async () => {
    if (!time.ok) {
      const why = timeMessage(time.problem, isHandOver, { now, zone });
      if (isHandOver) return notAccepted(actor, handOverOf(form), why);
      return (await wasDone(id)) ? { outcome: 'done' } : refused(why);
    }
    if (kind === 'hand-over') return handOver(actor, { ...sent, version }, form);
    const text = await run(actor, { ...sent, kind, version }, form, host);
    return text === null ? { outcome: 'done' } : refused(text);
  });
}

/**
 * What someone did who does not work here any more waits on the tablet for ever, because only they may send it: a colleague
 * hands it in, and it is refused. A hand-over is on record, for a decision.
 */
async function ofAnother(
  signedIn: SignedIn,
  { by, id, kind, order: orderNumber, doneAt, sentAt }: SentAction,
  form: FormData,
): Promise<ActionAnswer | Theirs | null> {
  const name = await readFormerName(by);
  if (name === null) return { outcome: 'theirs' };
  const why = `${name} did this on the tablet, and no longer works here.`;
  if (kind !== 'hand-over') return refused(why);
  const action = { id, kind, orderNumber, version: 0, doneAt: doneAtOf({ doneAt, sentAt }, systemClock()) };
  const text = `${why} ${signedIn.name} handed it in.`;
  return once(id, () => notAccepted({ ...signedIn, action }, handOverOf(form), text));
}

/** The first answer again, for an action that was accepted or recorded before. */
async function once(id: string, work: () => Promise<ActionAnswer | null>): Promise<ActionAnswer | null> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DoneBefore)) throw thrown;
    const why = await whyNotAccepted(id);
    return why === null ? { outcome: 'done' } : refused(notAcceptedWords(why));
  }
}

/** A hand-over is on record whatever else of it cannot be read. */
async function damaged(signedIn: SignedIn, form: FormData): Promise<ActionAnswer | null> {
  const read = readForm(form, damagedHandOver);
  if (!read.ok || read.value.by !== signedIn.userId) return refused(DAMAGED);
  const { id, kind, order: orderNumber } = read.value;
  const action = { id, kind, orderNumber, version: 0, doneAt: asDate(systemClock()) };
  return once(id, () => notAccepted({ ...signedIn, action }, handOverOf(form), DAMAGED));
}

const refused = (text: string): ActionAnswer => ({ outcome: 'refused', text });

/** @returns why it was refused; null when it is done. */
async function run(
  actor: Doer,
  sent: SentAction & { kind: Exclude<ActionKind, 'hand-over'> },
  form: FormData,
  host: string,
): Promise<string | null> {
  const { order: orderId, version, kind, id: key } = sent;
  switch (kind) {
    case 'pack':
      return why(await startPacking(actor, { orderId, takeOver: false }), packingMessage);
    case 'ready':
      return why(
        await changeOrderStatus(actor, { orderId, to: 'ready', reason: '', version }),
        statusMessage,
      );
    case 'here':
      return why(await recordArrival(actor, orderId), arrivalMessage);
    case 'not-here':
      return why(await undoArrival(actor, orderId), arrivalMessage);
    case 'scan': {
      const read = readForm(form, scanFields);
      if (!read.ok) return DAMAGED;
      return pack(actor, {
        ...{ orderId, key, otherLotBecause: '' },
        code: readScannedCode(read.value.code, host),
      });
    }
    case 'out': {
      const read = readForm(form, outFields);
      if (!read.ok) return DAMAGED;
      const { row: id, one } = read.value;
      const outcome = one
        ? await putBackOne(actor, { id, key, order: orderId })
        : await putBackUnits(actor, id, systemClock(), orderId);
      return why(outcome, putBackMessage);
    }
    case 'pack-one':
    case 'pack-all': {
      const read = readForm(form, lineFields);
      if (!read.ok) return DAMAGED;
      return pack(actor, { orderId, key, reservationId: read.value.line, all: kind === 'pack-all' });
    }
    case 'refuse': {
      const read = readForm(form, refuseFields);
      if (!read.ok) return DAMAGED;
      return why(await refuseHandOver(actor, orderId, { ...read.value, version, key }), statusMessage);
    }
    case 'put-off': {
      const read = readForm(form, putOffFields);
      if (!read.ok) return DAMAGED;
      const { doneAt: at } = actor.action;
      return why(await putOffOrder(actor, { orderId, why: read.value.why, at }), putOffMessage);
    }
    case 'note': {
      const read = readForm(form, noteFields);
      if (!read.ok) return DAMAGED;
      const { doneAt: at } = actor.action;
      return why(await addOrderNote(actor, { orderId, text: read.value.note, at }), addedNoteMessage);
    }
  }
}

function why<T, P>(outcome: Result<T, P>, message: (problem: P) => string): string | null {
  return outcome.ok ? null : message(outcome.problem);
}

async function pack(actor: SignedIn, input: PackInput): Promise<string | null> {
  const outcome = await packUnit(actor, input);
  if (outcome.ok || ('code' in input && (await takeOutScanned(actor, input)).ok)) return null;
  if (outcome.problem.kind === 'changed') return CHANGED;
  const { title, text } = packMessage(outcome.problem);
  return `${title}. ${text}`;
}

/** null if it cannot be read. */
function handOverOf(form: FormData) {
  const read = readForm(form, handOverFields);
  return read.ok ? read.value : null;
}

const NO_ID = { idExpiresOn: '', idBirthDate: '', idNumber: '' };

/** What the tablet sealed of the ID; empty, which the check refuses, if it is not this shop's or of another order. */
function idOf({ order }: SentAction, sealed: string): typeof NO_ID {
  const text = openSealed(SEALED_ID, sealed, order);
  if (text === null) return NO_ID;
  const read = sealedFields.safeParse(JSON.parse(text));
  return read.success ? read.data : NO_ID;
}

/** The ID is checked by the same rule as with a network, for the day on which it was shown. */
async function handOver(actor: Doer, sent: SentAction, form: FormData): Promise<ActionAnswer | null> {
  const read = handOverOf(form);
  if (read === null) return notAccepted(actor, null, DAMAGED);
  const { sealedId, ...fields } = read;
  const id = idOf(sent, sealedId);
  const outcome = await handOverOrder(actor, sent.order, {
    ...{ ...fields, ...id },
    ...{ version: sent.version, key: sent.id, checkedOfflineAt: actor.action.doneAt },
  });
  if (outcome.ok) return { outcome: 'done' };
  const { problem } = outcome;
  if (!isRecorded(problem)) return null;
  // The record says itself that the customer is banned: not to hand over comes too late.
  const rest = problem.kind === 'counter' ? { ...problem, ban: null } : problem;
  return notAccepted(actor, read, isOfOrder(problem) ? '' : handOverProblems(rest), id.idNumber);
}

/** No drawer ever held more, in cents: such an amount is no amount. */
const MOST = 1_000_000_00;

async function notAccepted(
  actor: Doer,
  sent: z.output<typeof handOverFields> | null,
  message: string,
  idNumber = '',
): Promise<ActionAnswer | null> {
  const amount = (value: number | null | undefined) =>
    value !== null && value !== undefined && value >= 0 && value <= MOST ? value : null;
  const recorded = await recordRefusedHandOver(actor, {
    ...{ owed: amount(sent?.owed), cashReceived: amount(sent?.cashReceived), message },
    ...{ idKind: sent?.idKind ?? null, issuer: sent?.idIssuer || null, idNumber },
  });
  if (recorded.ok) return refused(notAcceptedWords(recorded.value));
  return recorded.problem.kind === 'not-found' ? refused(NO_ORDER) : null;
}
