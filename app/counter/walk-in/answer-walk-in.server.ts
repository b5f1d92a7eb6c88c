/** Answers the forms of a walk-in: a scan, a quantity, the order, the end without one. */
import { data, redirect } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import {
  addScanned,
  type ChangedLine,
  endWalkIn,
  setQuantity,
} from '#core/sales/walk-ins/change-walk-in.server.ts';
import { packScanned } from '#core/sales/walk-ins/pack-scanned.server.ts';
import { placeWalkIn } from '#core/sales/walk-ins/place-walk-in.server.ts';
import { type WalkInProblem, walkInMessage } from '#core/sales/walk-ins/walk-in.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { PackAnswer } from '../packing/pack-answer.ts';
import { placeForm, quantityForm, scanForm } from './walk-in-forms.ts';

const START = '/counter/walk-in';

export async function answerWalkIn(actor: SignedIn, id: string, form: FormData, url: string) {
  const { host } = new URL(url);
  switch (form.get('intent')) {
    case 'scan': {
      const read = readForm(form, scanForm);
      if (!read.ok) return UNREADABLE;
      const { key, code: text } = read.value;
      return said(await addScanned(actor, id, { key, text, code: readScannedCode(text, host) }));
    }
    case 'quantity': {
      const read = readForm(form, quantityForm);
      if (!read.ok) return UNREADABLE;
      const { product: productId, quantity } = read.value;
      return said(await setQuantity(actor, id, { productId, quantity }));
    }
    case 'order':
      return order(actor, id, form, host);
    case 'end': {
      const outcome = await endWalkIn(actor, id);
      return outcome.ok
        ? redirectWithFlash('/counter', 'Walk-in ended. Nothing was sold.', 'success')
        : refused(outcome.problem);
    }
    default:
      return UNREADABLE;
  }
}

const UNREADABLE = data<PackAnswer>(
  { kind: 'refused', title: 'Nothing added', text: 'Scan or type the code of a product.' },
  { status: 400 },
);

function said(outcome: Result<ChangedLine, WalkInProblem>) {
  if (!outcome.ok) return refused(outcome.problem);
  const { name, quantity } = outcome.value;
  return data<PackAnswer>({
    kind: 'done',
    text: quantity === 0 ? `${name} removed.` : `${name}: ${quantity}.`,
  });
}

const refused = (problem: WalkInProblem) => {
  if (problem.kind === 'not-found') return redirectWithFlash(START, walkInMessage(problem), 'error');
  const title = problem.kind === 'over-limit' ? 'Over the limit' : 'Not done';
  return data<PackAnswer>(
    { kind: 'refused', title, text: walkInMessage(problem) },
    { status: statusOf(problem) },
  );
};

/** Leads to the hand-over when everything was scanned, otherwise to the packing of the rest. */
async function order(actor: SignedIn, id: string, form: FormData, host: string) {
  const read = readForm(form, placeForm);
  if (!read.ok) return UNREADABLE;
  const outcome = await placeWalkIn(actor, { id, expectedTotal: read.value.total });
  if (!outcome.ok) return refused(outcome.problem);
  const { isReady } = await packScanned(actor, outcome.value, host);
  const orderAt = `/counter/orders/${outcome.value.orderId}`;
  return redirect(isReady ? orderAt : `${orderAt}/packing`);
}
