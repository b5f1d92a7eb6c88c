/** Answers the forms of the packing page. */
import { data, redirect } from 'react-router';
import { putBackMessage, takenOutWords } from '#core/goods/stock/put-back/put-back.ts';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { statusMessage } from '#core/sales/orders/order-status.ts';
import { type PackProblem, packMessage } from '#core/sales/orders/packing/pack-problem.ts';
import { type PackInput, packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { packingMessage } from '#core/sales/orders/packing/packing.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { takeOutScanned } from '#core/sales/orders/packing/take-out-scanned.server.ts';
import { takeOutUnit } from '#core/sales/orders/packing/take-out-unit.server.ts';
import { packedWords } from '#core/sales/orders/packing/unit-to-pack.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { PackingOrder } from '../day/packing-order.ts';
import { reasonText } from './other-lot.ts';
import type { PackAnswer } from './pack-answer.ts';
import { outForm, pressForm, scanForm, stepForm, takeOutForm } from './packing-form.ts';
import { readPackingOrder } from './packing-queries.server.ts';

export async function answerPacking(actor: SignedIn, orderId: string, form: FormData, url: string) {
  switch (form.get('intent')) {
    case 'scan':
      return scan(actor, orderId, form, url);
    case 'pack-one':
    case 'pack-all':
      return press(actor, orderId, form);
    case 'take-out':
      return takeOut(actor, orderId, form);
    case 'out':
      return out(actor, orderId, form);
    default:
      return step(actor, orderId, form);
  }
}

const refused = (problem: PackProblem, more: Partial<Extract<PackAnswer, { kind: 'refused' }>> = {}) =>
  data<PackAnswer>({ kind: 'refused', ...packMessage(problem), ...more }, { status: statusOf(problem) });
const UNREADABLE = data<PackAnswer>(
  { kind: 'refused', title: 'Nothing packed', text: 'Scan or type the code of a product.' },
  { status: 400 },
);

async function scan(actor: SignedIn, orderId: string, form: FormData, url: string) {
  const read = readForm(form, scanForm);
  if (!read.ok || read.value.code.trim() === '') return UNREADABLE;
  const { key, code: text, because, note, batch } = read.value;
  const reason = because === undefined ? '' : reasonText(because, note);
  if (reason === null)
    return data<PackAnswer>(
      {
        ...{ kind: 'refused', title: 'Reason missing', text: 'Enter the reason as a note.' },
        otherLot: { code: text, batchNumber: batch, because },
      },
      { status: 400 },
    );
  const code = readScannedCode(text, new URL(url).host);
  return pack(actor, { orderId, key, code, otherLotBecause: reason }, text);
}

async function press(actor: SignedIn, orderId: string, form: FormData) {
  const read = readForm(form, pressForm);
  if (!read.ok) return UNREADABLE;
  const { key, line, intent } = read.value;
  return pack(actor, { orderId, key, reservationId: line, all: intent === 'pack-all' }, '');
}

async function pack(actor: SignedIn, input: PackInput, code: string) {
  const outcome = await packUnit(actor, input);
  if (outcome.ok) {
    const ready = 'code' in input ? await readyByScan(actor, input.orderId) : null;
    return ready ?? data<PackAnswer>({ kind: 'done', text: packedWords(outcome.value) });
  }
  // What the order does not need may be what must leave its bag.
  const out = 'code' in input ? await takeOutScanned(actor, input) : null;
  if (out?.ok) return data<PackAnswer>({ kind: 'done', text: takenOutWords(out.value) });
  const { problem } = outcome;
  if (problem.kind === 'order-code' && !problem.isThis) return refused(problem, { orderId: problem.orderId });
  if (problem.kind === 'in-a-bag' && !problem.isThis) return refused(problem, { orderId: problem.orderId });
  if (problem.kind === 'other-lot' && problem.because === null)
    return refused(problem, { otherLot: { code, batchNumber: problem.batchNumber } });
  return refused(problem);
}

/** The last unit was scanned and nothing is missing or must leave the bag: the order is ready. null for any other. */
async function readyByScan(actor: SignedIn, orderId: string): Promise<Response | null> {
  const order = await readPackingOrder(actor, orderId);
  if (order?.step !== 'ready' || order.takeOut.length > 0) return null;
  const outcome = await changeOrderStatus(actor, {
    orderId,
    to: 'ready',
    reason: '',
    version: order.version,
  });
  return outcome.ok ? afterReady(orderId, order) : null;
}

/** To its customer, if they wait; otherwise to the board. */
const afterReady = (orderId: string, { arrival, isWalkIn }: Pick<PackingOrder, 'arrival' | 'isWalkIn'>) =>
  arrival || isWalkIn
    ? redirect(`/counter/orders/${orderId}`)
    : redirectWithFlash('/counter', `${orderId} is ready.`, 'success');

async function takeOut(actor: SignedIn, orderId: string, form: FormData) {
  const read = readForm(form, takeOutForm);
  if (!read.ok) return UNREADABLE;
  const given = read.value;
  const outcome = await takeOutUnit(
    actor,
    'unit' in given
      ? { orderId, unitId: given.unit }
      : { orderId, reservationId: given.line, lotId: given.lot, packed: given.packed },
  );
  if (!outcome.ok) return refused(outcome.problem);
  return data<PackAnswer>({ kind: 'done', text: `One taken out. ${packedWords(outcome.value)}` });
}

/** Units that are no longer the order's are out of its bag. */
async function out(actor: SignedIn, orderId: string, form: FormData) {
  const read = readForm(form, outForm);
  if (!read.ok) return UNREADABLE;
  const outcome = await putBackUnits(actor, read.value.row, systemClock(), orderId);
  if (outcome.ok) return data<PackAnswer>({ kind: 'done', text: takenOutWords(outcome.value) });
  return data<PackAnswer>(
    { kind: 'refused', title: 'Not saved', text: putBackMessage(outcome.problem) },
    { status: statusOf(outcome.problem) },
  );
}

async function step(actor: SignedIn, orderId: string, form: FormData) {
  const here = `/counter/orders/${orderId}/packing`;
  const read = readForm(form, stepForm);
  if (!read.ok) return redirectWithFlash(here, 'Nothing was changed.', 'info');
  const { intent, version } = read.value;
  if (intent !== 'ready') {
    const outcome = await startPacking(actor, { orderId, takeOver: intent === 'take-over' });
    return outcome.ok ? redirect(here) : redirectWithFlash(here, packingMessage(outcome.problem), 'error');
  }
  const outcome = await changeOrderStatus(actor, { orderId, to: 'ready', reason: '', version });
  if (!outcome.ok) return redirectWithFlash(here, statusMessage(outcome.problem), 'error');
  const order = await readPackingOrder(actor, orderId);
  return afterReady(orderId, order ?? { arrival: null, isWalkIn: false });
}
