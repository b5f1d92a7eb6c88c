/** Answers the forms of an order at the counter. */
import { data, redirect } from 'react-router';
import { putBackMessage, takenOutWords } from '#core/goods/stock/put-back/put-back.ts';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { changePickupName } from '#core/sales/orders/change-pickup-name.server.ts';
import { fewerMessage, takeFewer } from '#core/sales/orders/fewer/take-fewer.server.ts';
import { addOrderNote } from '#core/sales/orders/hand-over/add-order-note.server.ts';
import { addedNoteMessage } from '#core/sales/orders/hand-over/added-note.ts';
import { handOverOrder, refuseHandOver } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { suggestedRefusal } from '#core/sales/orders/hand-over/id-check.ts';
import { pickupNameForm } from '#core/sales/orders/hand-over/pickup-name-form.ts';
import { putOffMessage, putOffWords } from '#core/sales/orders/hand-over/put-off.ts';
import { putOffOrder } from '#core/sales/orders/hand-over/put-off-order.server.ts';
import { pickupNameMessage } from '#core/sales/orders/order-notes-problem.ts';
import { statusMessage } from '#core/sales/orders/order-status.ts';
import { packingMessage } from '#core/sales/orders/packing/packing.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { takeOutScanned } from '#core/sales/orders/packing/take-out-scanned.server.ts';
import { mailWalkInReceipt } from '#core/sales/orders/receipts/mail-walk-in-receipt.server.tsx';
import { sendReceipt, sendReceiptMessage } from '#core/sales/orders/receipts/send-receipt.server.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { refundDueMessage } from '#core/sales/price-corrections/price-correction.ts';
import { printReceipt } from '#core/sales/printing/print-receipt.server.ts';
import { printingMessage } from '#core/sales/printing/printing.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { redirectTo, redirectWithFlash } from '#platform/requests/flash.ts';
import { type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { answerScan } from './answer-id-scan.server.ts';
import { counterErrors, handOverProblems } from './counter-errors.ts';
import {
  BARCODE,
  handOverForm,
  noteForm,
  printForm,
  putOffForm,
  receiptForm,
  refuseForm,
  stepForm,
  walkInReceiptForm,
} from './counter-forms.ts';
import { FEWER, fewerDone, readFewer } from './fewer-units.ts';
import { type CounterAnswer, scannedOf } from './scanned-id.ts';
import { forgetTyped, withTyped } from './typed-here.server.ts';

export async function answerHandOver(actor: SignedIn, orderId: string, form: FormData, url: string) {
  const here = `/counter/orders/${orderId}`;
  switch (form.get('intent')) {
    case 'refuse':
      return refuse(actor, orderId, form, here);
    case 'hand-over':
      return withTyped(actor, orderId, await inHandOverForm(actor, orderId, form, url));
    case 'put-off':
      return putOff(actor, orderId, form, here);
    case 'note':
      return note(actor, orderId, form, here);
    case 'pickup-name':
      return pickupName(actor, orderId, form, here);
    case 'email':
    case 'text':
      return send(actor, orderId, form, here);
    case 'print':
      return print(actor, orderId, form, here);
    case 'pay-refund':
      return payDue(actor, form, here);
    case 'mail-receipt':
      return mailReceipt(actor, orderId, form, here);
    default:
      return step(actor, orderId, form, here);
  }
}

/** The hand-over, and what is done in its form before it. */
function inHandOverForm(actor: SignedIn, orderId: string, form: FormData, url: string) {
  if (form.has('takeOut')) return takeOut(actor, orderId, form);
  if (form.has(FEWER)) return fewer(actor, orderId, form);
  if (form.has('readBarcode')) return scan(actor, orderId, form, url);
  return handOver(actor, orderId, form, `/counter/orders/${orderId}`);
}

async function print(actor: SignedIn, number: string, form: FormData, here: string) {
  const read = readForm(form, printForm);
  if (!read.ok) return redirectWithFlash(here, 'Choose a printer.', 'error');
  const { printer: printerId, key } = read.value;
  const outcome = await printReceipt(actor, { number, printerId, key });
  return outcome.ok
    ? redirectWithFlash(here, 'The receipt is printing.', 'success')
    : redirectWithFlash(here, printingMessage(outcome.problem), 'error');
}

/** Everything entered stays on the page. */
async function takeOut(actor: SignedIn, orderId: string, form: FormData) {
  const outcome = await putBackUnits(actor, String(form.get('takeOut')), systemClock(), orderId);
  const read = readForm(form, handOverForm, [BARCODE, 'takeOut']);
  return outcome.ok
    ? refused(read, { message: undefined, errors: {}, out: takenOutWords(outcome.value) }, 200)
    : refused(read, { message: putBackMessage(outcome.problem), errors: {} }, statusOf(outcome.problem));
}

/** Everything entered stays on the page, and what is due is of the lines as they are then. */
async function fewer(actor: SignedIn, orderId: string, form: FormData) {
  const read = readForm(form, handOverForm, [BARCODE, FEWER]);
  const press = readFewer(form.get(FEWER));
  if (!press) return refused(read, { message: 'Nothing was changed.', errors: {} });
  const outcome = await takeFewer(actor, orderId, press);
  if (!outcome.ok)
    return refused(read, { message: fewerMessage(outcome.problem), errors: {} }, statusOf(outcome.problem));
  const { name, unitsOut } = outcome.value;
  return refused(read, { message: undefined, errors: {}, out: fewerDone(press.to, name, unitsOut > 0) }, 200);
}

/** A license; or the code of a unit that must leave the bag. */
async function scan(actor: SignedIn, orderId: string, form: FormData, url: string) {
  const code = readScannedCode(String(form.get(BARCODE) ?? ''), new URL(url).host);
  const out = code.kind === 'id-card' ? null : await takeOutScanned(actor, { orderId, code, key: newId() });
  if (!out?.ok) return answerScan(form, url);
  const read = readForm(form, handOverForm, [BARCODE, 'readBarcode']);
  return refused(read, { message: undefined, errors: {}, out: takenOutWords(out.value) }, 200);
}

/** The page that this leads to shows the change, also after a reload. */
async function handOver(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, handOverForm, [BARCODE]);
  if (!read.ok) return refused(read);
  const outcome = await handOverOrder(actor, orderId, read.value);
  if (outcome.ok) return redirectTo(here, [forgetTyped]);
  const { problem } = outcome;
  if (problem.kind !== 'counter')
    return refused(read, { message: handOverProblems(problem) }, statusOf(problem));
  const errors = counterErrors(problem);
  return refused(read, { errors, suggests: suggestedRefusal(problem.id) }, '' in errors ? 409 : 400);
}

async function refuse(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, refuseForm);
  if (!read.ok) return refused(read);
  const outcome = await refuseHandOver(actor, orderId, read.value);
  return outcome.ok
    ? redirectTo(here, [forgetTyped])
    : refused(read, { message: statusMessage(outcome.problem) }, statusOf(outcome.problem));
}

async function putOff(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, putOffForm);
  if (!read.ok) return redirectWithFlash(here, 'Nothing was changed.', 'info');
  const { why } = read.value;
  const outcome = await putOffOrder(actor, { orderId, why });
  return outcome.ok
    ? redirectWithFlash('/counter', `${orderId} waits: ${putOffWords[why].toLowerCase()}.`, 'success', [
        forgetTyped,
      ])
    : redirectWithFlash(here, putOffMessage(outcome.problem), 'error');
}

/** Pays the refund due for an order of this person, this one or another. */
async function payDue(actor: SignedIn, form: FormData, here: string) {
  const press = { lineId: Number(form.get('lineId') ?? Number.NaN), cash: Number(form.get('cash')) };
  if (!Number.isSafeInteger(press.lineId)) return redirectWithFlash(here, 'Nothing was changed.', 'info');
  const outcome = await payRefund(actor, press);
  if (!outcome.ok) return redirectWithFlash(here, refundDueMessage(outcome.problem), 'error');
  const { cash, orderNumber } = outcome.value;
  return redirectWithFlash(
    here,
    `Give the customer ${formatCents(cents(cash))}. The refund of ${orderNumber} is recorded.`,
    'success',
  );
}

async function note(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, noteForm);
  if (!read.ok) return data<CounterAnswer>(read.refused(), { status: 400 });
  const outcome = await addOrderNote(actor, { orderId, text: read.value.note });
  if (!outcome.ok)
    return data<CounterAnswer>(read.refused(addedNoteMessage(outcome.problem)), {
      status: statusOf(outcome.problem),
    });
  // Beside the page's other forms: what was typed and scanned into them stays.
  return form.get('stay') ? null : redirect(here);
}

async function pickupName(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, pickupNameForm);
  if (!read.ok) return data<CounterAnswer>(read.refused(), { status: 400 });
  const outcome = await changePickupName(actor, orderId, read.value);
  if (!outcome.ok)
    return data<CounterAnswer>(read.refused(pickupNameMessage(outcome.problem)), {
      status: statusOf(outcome.problem),
    });
  return read.value.stays ? null : redirect(here);
}

async function step(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, stepForm);
  if (!read.ok) return redirectWithFlash(here, 'Nothing was changed.', 'info');
  const { intent, version } = read.value;
  if (intent === 'ready') {
    const outcome = await changeOrderStatus(actor, { orderId, to: 'ready', reason: '', version });
    return outcome.ok ? redirect(here) : redirectWithFlash(here, statusMessage(outcome.problem), 'error');
  }
  const outcome = await startPacking(actor, { orderId, takeOver: intent === 'take-over' });
  return outcome.ok
    ? redirect(`${here}/packing`)
    : redirectWithFlash(here, packingMessage(outcome.problem), 'error');
}

async function send(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, receiptForm);
  if (!read.ok) return redirect(here);
  const outcome = await sendReceipt(actor, orderId, read.value.intent);
  return outcome.ok ? redirect(here) : redirectWithFlash(here, sendReceiptMessage(outcome.problem), 'error');
}

async function mailReceipt(actor: SignedIn, orderId: string, form: FormData, here: string) {
  const read = readForm(form, walkInReceiptForm);
  if (!read.ok) return data<CounterAnswer>(read.refused(), { status: 400 });
  const outcome = await mailWalkInReceipt(actor, orderId, read.value);
  if (!outcome.ok)
    return data<CounterAnswer>(read.refused(sendReceiptMessage(outcome.problem)), {
      status: statusOf(outcome.problem),
    });
  const to = `${here}?receipt=${read.value.key}`;
  return isMailOff()
    ? redirectWithFlash(to, 'Not sent: no mail server is set. Print the receipt.', 'error')
    : redirectWithFlash(to, `The receipt is on its way to ${read.value.email}.`, 'success');
}

/** Everything entered stays on the page, with the card that was scanned. */
async function refused<T>(read: ReadForm<T>, more: Partial<CounterAnswer> = {}, status = 400) {
  const { store } = await readSettings();
  const refusal = { ...read.refused(), ...more };
  const scanned = scannedOf(refusal.values, storeDate(systemClock(), store.zone));
  return data<CounterAnswer>({ ...refusal, scanned }, { status });
}
