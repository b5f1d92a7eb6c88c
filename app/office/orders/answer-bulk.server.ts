/** Answers the list of orders: the next step of one, a new status for many, or their pick list. */
import { data, redirect } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeManyStatuses, changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { matchingOrderIds, orderNumbers } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { isOrderNumber, orderStatusLabel } from '#core/sales/orders/order.ts';
import { type BulkWords, bulkWords, needsReason, statusMessage } from '#core/sales/orders/order-status.ts';
import { isUuid } from '#kernel/ids.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { MOST_PICKED, pickListPath } from '#office/pick-list/pick-list.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import type { BulkAsk } from './bulk-answer.tsx';
import { MOST_AT_ONCE, PICK_LIST, stepTo } from './bulk-steps.ts';
import { ROW_ORDER } from './next-step.tsx';
import { statusForm } from './order-status-form.ts';

const PATH = '/admin/orders';

type Answer = { done: BulkWords } | { ask: BulkAsk };

export async function answerBulk(actor: SignedIn, form: FormData) {
  const state = orderList.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = orderList.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  if (form.has(ROW_ORDER)) return answerRow(actor, form, back);
  const step = stepTo(form.get('confirmed') ?? form.get('intent'));
  const isPickList = form.get('intent') === PICK_LIST;
  if (!step && !isPickList) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const most = isPickList ? MOST_PICKED : MOST_AT_ONCE;
  const { zone } = (await readSettings()).store;
  const ids =
    form.get('all') === '1'
      ? await matchingOrderIds(actor, state, zone, most + 1)
      : form.getAll('ids').filter(isUuid);
  if (ids.length === 0) return redirectWithFlash(back, 'Select at least one order first.', 'info');
  if (ids.length > most)
    return redirectWithFlash(
      back,
      `More than ${most} orders match. Narrow the filters and try again; nothing was changed.`,
      'error',
    );
  const numbers = [...(await orderNumbers(actor, ids)).values()];
  if (!step) return redirect(pickListPath(numbers, query));
  const reason = cleanText(String(form.get('reason') ?? ''));
  const lacksReason = needsReason(step.to) && (reason === '' || reason.length > 400 || !isPlainText(reason));
  // Pressed before scripts ran: ask for confirmation now.
  if ((step.asks && !form.has('confirmed')) || lacksReason) {
    const error = form.has('confirmed') ? 'Enter a reason. It is saved with each order.' : null;
    return data<Answer>({ ask: { to: step.to, ids, query, error } }, { status: error ? 400 : 200 });
  }
  const outcome = await changeManyStatuses(actor, numbers, {
    to: step.to,
    reason: needsReason(step.to) ? reason : '',
  });
  return data<Answer>({ done: bulkWords(outcome, step.to) });
}

/** A row's button changes its order at once, unless someone else has changed it since the list was shown. */
async function answerRow(actor: SignedIn, form: FormData, back: string) {
  const orderId = String(form.get(ROW_ORDER));
  const read = readForm(form, statusForm);
  if (!read.ok || !isOrderNumber(orderId)) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { status: to, version } = read.value;
  const outcome = await changeOrderStatus(actor, { orderId, to, reason: '', version });
  return outcome.ok
    ? redirectWithFlash(back, `${orderId}: ${orderStatusLabel[to]}.`, 'success')
    : redirectWithFlash(back, `${orderId}: ${statusMessage(outcome.problem)}`, 'error');
}
