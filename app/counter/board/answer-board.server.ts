/** Answers the forms of the board: a card's button, and the search, which a scanned pass goes through too. */
import { redirect } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { arrivalMessage } from '#core/sales/orders/hand-over/arrival.ts';
import { readPassCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { recordArrival, undoArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { statusMessage } from '#core/sales/orders/order-status.ts';
import { packingMessage } from '#core/sales/orders/packing/packing.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { settlePrint } from '#core/sales/printing/print-receipt.server.ts';
import { isPrintAnswer, printingMessage } from '#core/sales/printing/printing.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { registerOf } from '../kit/register-cookie.ts';
import { answerLicense } from './answer-license.server.ts';
import { answerLine, isLineIntent } from './answer-line.server.ts';
import { answerScan } from './answer-unit-scan.server.ts';
import { type CardIntent, cardForm, findForm } from './board-form.ts';
import { readOrderByPass, readOrderNumber } from './board-queries.server.ts';

const BOARD = '/counter';
const orderAt = (number: string) => `/counter/orders/${number}`;
const packingAt = (number: string) => `${orderAt(number)}/packing`;
const foundAt = (find: string) => `${BOARD}?${new URLSearchParams({ find })}`;

/** @param request to the board as the viewer sees it, with its search */
export async function answerBoard(actor: SignedIn, form: FormData, request: Request) {
  const { url } = request;
  const back = `${BOARD}${new URL(url).search}`;
  if (form.get('intent') === 'find') return find(actor, form);
  if (form.get('intent') === 'license') return answerLicense(actor, form);
  if (form.get('intent') === 'scan') return answerScan(actor, form, url, back);
  if (form.has('paper')) return settle(actor, form, back);
  const intended = form.get('intent');
  if (isLineIntent(intended))
    return answerLine(actor, form, { intent: intended, registerId: registerOf(request), back });
  const read = readForm(form, cardForm);
  if (!read.ok) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { intent, order, version } = read.value;
  const refused = await run(actor, intent, order, version);
  if (refused !== null) return redirectWithFlash(back, refused, 'error');
  return redirect(intent === 'pack' || intent === 'take-over' ? packingAt(order) : back);
}

/** What became of a paper whose printer did not say. */
async function settle(actor: SignedIn, form: FormData, back: string): Promise<Response> {
  const answer = String(form.get('intent') ?? '').replace(/^paper-/, '');
  if (!isPrintAnswer(answer)) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const outcome = await settlePrint(actor, { id: String(form.get('paper')), answer });
  return outcome.ok ? redirect(back) : redirectWithFlash(back, printingMessage(outcome.problem), 'error');
}

/** @returns why it was refused; null when it was done. */
async function run(
  actor: SignedIn,
  intent: CardIntent,
  orderId: string,
  version: number,
): Promise<string | null> {
  switch (intent) {
    case 'pack':
    case 'take-over': {
      const outcome = await startPacking(actor, { orderId, takeOver: intent === 'take-over' });
      return outcome.ok ? null : packingMessage(outcome.problem);
    }
    case 'ready': {
      const outcome = await changeOrderStatus(actor, { orderId, to: 'ready', reason: '', version });
      return outcome.ok ? null : statusMessage(outcome.problem);
    }
    case 'here': {
      const outcome = await recordArrival(actor, orderId);
      return outcome.ok ? null : arrivalMessage(outcome.problem);
    }
    case 'not-here': {
      const outcome = await undoArrival(actor, orderId);
      return outcome.ok ? null : arrivalMessage(outcome.problem);
    }
  }
}

/**
 * A pass and a whole order number, as on a label, lead to the order. A pass of a customer with several open orders leads
 * to all of them. Any other text is searched for.
 */
async function find(actor: SignedIn, form: FormData): Promise<Response> {
  const read = readForm(form, findForm);
  const text = read.ok ? read.value.find.trim() : '';
  if (text === '') return redirect(BOARD);
  const code = readPassCode(text);
  if (code !== null) return findByPass(actor, code);
  const number = /^ord\d/i.test(text) ? await readOrderNumber(actor, text) : null;
  return redirect(number === null ? foundAt(text) : orderAt(number));
}

/** A pass is shown at the counter, so its order's person is here. */
async function findByPass(actor: SignedIn, code: string): Promise<Response> {
  const passed = await readOrderByPass(actor, code);
  if (passed === null)
    return redirectWithFlash(BOARD, 'No order has this pass. Search by name or order number.', 'error');
  const { number, hasEnded, isToPack, open } = passed;
  if (hasEnded)
    return open === 0
      ? redirect(orderAt(number))
      : redirectWithFlash(foundAt(code), `This pass is for ${number}, which has ended.`, 'info');
  const its = isToPack ? packingAt(number) : orderAt(number);
  const to = open === 1 ? its : foundAt(code);
  const outcome = await recordArrival(actor, number);
  return outcome.ok ? redirect(to) : redirectWithFlash(to, arrivalMessage(outcome.problem), 'error');
}
