/**
 * Runs an action that waited on a tablet, by the command that its form would have run: everything is checked again. The
 * actor carries the action, so the command does it once, however often it arrives.
 */
import type { SignedIn } from '#core/access/actor.ts';
import { DoneBefore, versionAfter } from '#core/access/offline-action.server.ts';
import { changeOrderStatus } from '#core/orders/change-order-status.server.ts';
import { addOrderNote } from '#core/orders/hand-over/add-order-note.server.ts';
import { addedNoteMessage } from '#core/orders/hand-over/added-note.ts';
import { arrivalMessage } from '#core/orders/hand-over/arrival.ts';
import { handOverOrder, refuseHandOver } from '#core/orders/hand-over/hand-over-order.server.ts';
import { recordArrival, undoArrival } from '#core/orders/hand-over/record-arrival.server.ts';
import { statusMessage } from '#core/orders/order-status.ts';
import { packMessage } from '#core/orders/packing/pack-problem.ts';
import { type PackInput, packUnit } from '#core/orders/packing/pack-unit.server.ts';
import { packingMessage } from '#core/orders/packing/packing.ts';
import { startPacking } from '#core/orders/packing/start-packing.server.ts';
import { readScannedCode } from '#core/orders/scan/scanned-code.ts';
import type { Result } from '#kernel/result.ts';
import { readForm } from '#platform/requests/form.ts';
import { handOverProblems } from '../hand-over/counter-errors.ts';
import {
  actionForm,
  handOverFields,
  lineFields,
  noteFields,
  refuseFields,
  type SentAction,
  scanFields,
} from './action-form.ts';
import type { ActionAnswer } from './offline-action.ts';

const DAMAGED = 'This action could not be read.';
const CHANGED = 'Someone else changed this order.';

/**
 * @returns what the person reads who did it; null for another person's action, which only they may send
 * @param host of this shop, for scanned codes
 */
export async function runAction(
  signedIn: SignedIn,
  form: FormData,
  host: string,
): Promise<ActionAnswer | null> {
  const read = readForm(form, actionForm);
  if (!read.ok) return refused(DAMAGED);
  const sent = read.value;
  if (sent.by !== signedIn.userId) return null;
  const { id, kind, order: orderNumber } = sent;
  const own = sent.after === '' ? null : await versionAfter(signedIn, sent.after);
  const version = own ?? sent.version;
  const actor = { ...signedIn, action: { id, orderNumber, kind, version, doneAt: new Date(sent.doneAt) } };
  try {
    const text = await run(actor, { ...sent, version }, form, host);
    return text === null ? { outcome: 'done' } : refused(text);
  } catch (thrown) {
    if (thrown instanceof DoneBefore) return { outcome: 'done' };
    throw thrown;
  }
}

const refused = (text: string): ActionAnswer => ({ outcome: 'refused', text });

/** @returns why it was refused; null when it is done. */
async function run(actor: SignedIn, sent: SentAction, form: FormData, host: string): Promise<string | null> {
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
    case 'note': {
      const read = readForm(form, noteFields);
      if (!read.ok) return DAMAGED;
      const at = new Date(sent.doneAt);
      return why(await addOrderNote(actor, { orderId, text: read.value.note, at }), addedNoteMessage);
    }
    case 'hand-over':
      return handOver(actor, { ...sent, version }, form);
  }
}

function why<T, P>(outcome: Result<T, P>, message: (problem: P) => string): string | null {
  return outcome.ok ? null : message(outcome.problem);
}

async function pack(actor: SignedIn, input: PackInput): Promise<string | null> {
  const outcome = await packUnit(actor, input);
  if (outcome.ok) return null;
  if (outcome.problem.kind === 'changed') return CHANGED;
  const { title, text } = packMessage(outcome.problem);
  return `${title}. ${text}`;
}

/** The tablet checked the dates on the ID and did not store them. */
async function handOver(actor: SignedIn, sent: SentAction, form: FormData): Promise<string | null> {
  const read = readForm(form, handOverFields);
  if (!read.ok) return DAMAGED;
  const outcome = await handOverOrder(actor, sent.order, {
    ...{ idExpiresOn: '', idBirthDate: '', ...read.value },
    ...{ version: sent.version, key: sent.id, checkedOfflineAt: new Date(sent.doneAt) },
  });
  return outcome.ok ? null : handOverProblems(outcome.problem);
}
