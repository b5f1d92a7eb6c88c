/** What the forms of an order do on a tablet without a network. */

import { redirect } from 'react-router';
import { takenOutWords } from '#core/goods/stock/put-back/put-back.ts';
import { LONGEST_ADDED } from '#core/sales/orders/hand-over/added-note.ts';
import { randomId } from '#kernel/random-id.ts';
import { canSeal, seal } from '#kernel/seal.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import { typedAgain } from '../kit/lost-answer.ts';
import { readOrder } from '../network/day-copy.ts';
import type { ActionKind } from '../network/offline-action.ts';
import type { Known, Without } from '../network/server-or-copy.ts';
import { checkHandOver } from './offline-hand-over.ts';
import { isPutOff, isRefusal, offlineOrder } from './offline-order.ts';
import type { CounterAnswer } from './scanned-id.ts';

type Answered = Without<Response | CounterAnswer>;

/** null for a form that needs the network: taking packing over, receipts. */
export async function withoutNetwork(number: string, form: FormData, known: Known): Promise<Answered | null> {
  const stored = await readOrder(number);
  if (!stored) return null;
  const { order } = offlineOrder(stored.handOver, known);
  const here = `/counter/orders/${number}`;
  const wait = (kind: ActionKind, to: string, fields: Record<string, string> = {}): Answered => ({
    action: { kind, order: number, version: stored.handOver.version, fields },
    answer: redirect(to),
  });
  const text = (name: string) => String(form.get(name) ?? '').trim();
  switch (form.get('intent')) {
    case 'pack':
      return order.step === 'pack' ? wait('pack', `${here}/packing`) : null;
    case 'ready':
      return order.step === 'ready' ? wait('ready', here) : null;
    case 'note':
      return text('note') === '' ? null : wait('note', here, { note: text('note').slice(0, LONGEST_ADDED) });
    case 'put-off':
      return order.status === 'ready' && isPutOff(text('why'))
        ? wait('put-off', '/counter', { why: text('why') })
        : null;
    case 'refuse': {
      const refusal = text('refusal');
      if (!isRefusal(refusal))
        return refused(form, { message: undefined, errors: { refusal: ['Choose a reason.'] } });
      return wait('refuse', here, { refusal, note: text('note').slice(0, 500) });
    }
    case 'hand-over':
      if (form.has('takeOut')) return takeOut(order, form, stored.handOver.version);
      return handOver(order, form, known, wait);
    default:
      return null;
  }
}

/** Everything entered stays on the page. The form's key is the hand-over's. */
function takeOut({ number, takeOut: rows }: CounterOrder, form: FormData, version: number): Answered | null {
  const row = rows.find(({ id }) => id === form.get('takeOut'));
  if (!row) return null;
  return {
    action: {
      ...{ id: randomId(), kind: 'out', order: number, version, about: row.name },
      fields: { row: row.id },
    },
    answer: { ...typedAgain(form), message: undefined, out: takenOutWords(row) },
  };
}

const NOT_SEALED =
  'This browser cannot protect what the ID says until it is sent: it needs the shop’s address with https. Do not hand the order over yet.';
const TYPE_IT = 'Without a network the barcode is not read. Type what is on the card.';
const NOT_ALLOWED =
  'Hand-overs wait for the network in this store. Do not hand the order over yet. Press again when the connection is back.';

async function handOver(
  order: CounterOrder,
  form: FormData,
  known: Known,
  wait: (kind: ActionKind, to: string, fields: Record<string, string>) => Answered,
): Promise<Answered> {
  if (!known.day.offlineHandOver) return refused(form, { message: NOT_ALLOWED });
  if (form.has('readBarcode')) return refused(form, { message: TYPE_IT });
  const checked = checkHandOver(order, form, known.day);
  if (!checked.ok) return refused(form, checked.problem);
  const { fields, toSeal } = checked.value;
  if (toSeal !== null && !canSeal()) return refused(form, { message: NOT_SEALED });
  const sealedId = toSeal === null ? '' : await seal(known.day.sealingKey, toSeal, order.number);
  return wait('hand-over', `/counter/orders/${order.number}`, { ...fields, sealedId });
}

/** Everything entered stays on the page, but for the barcode. */
const refused = (form: FormData, more: Partial<FormRefusal> & Partial<CounterAnswer>): Answered => ({
  action: null,
  answer: { ...typedAgain(form), ...more },
});
