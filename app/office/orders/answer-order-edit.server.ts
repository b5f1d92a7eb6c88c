/** Answers the form that edits an order. */
import { data } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { findProductToAdd, productNames } from '#core/catalogue/products/find-product-queries.server.ts';
import { editOrder } from '#core/orders/edit-order.server.ts';
import {
  editMessage,
  LONGEST_NOTE,
  MAXIMUM_UNITS,
  productsOfForm,
  readQuantities,
} from '#core/orders/order-edit.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { orderEditForm } from './order-edit-form.ts';

export async function answerOrderEdit(actor: SignedIn, number: string, form: FormData) {
  const read = readForm(form, orderEditForm);
  // A note may be longer than the values sent back for other forms.
  const values: Record<string, string> = {
    ...read.refused().values,
    note: String(form.get('note') ?? '').slice(0, LONGEST_NOTE),
  };
  const refused = async (refusal: Partial<FormRefusal>, status = 400) =>
    data(
      {
        errors: {},
        ...readBegan(form),
        ...refusal,
        values,
        names: Object.fromEntries(await productNames(productsOfForm(values))),
      },
      { status },
    );
  if (!read.ok) return refused(read.refused());
  const lines = readQuantities(form);
  if (!lines) return refused({ message: `Quantities are whole numbers from 0 to ${MAXIMUM_UNITS}.` });
  const { add, slot, note, reason, version } = read.value;
  if (add !== '') {
    const found = await findProductToAdd(add);
    if (!found) return refused({ errors: { add: [`No product has the number or UPC ‘${add}’.`] } });
    const line = lines.find(({ productId }) => productId === found);
    if (line) line.quantity = Math.min(MAXIMUM_UNITS, line.quantity + 1);
    else lines.push({ productId: found, quantity: 1 });
  }
  const outcome = await editOrder(
    actor,
    number,
    { version, slotStartsAt: slot, note, reason, lines },
    { base: readBase(form), mine: values },
  );
  const back = `/admin/orders/${number}`;
  if (outcome.ok)
    return outcome.value.changed
      ? redirectWithFlash(back, `${number} saved.`, 'success')
      : redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { problem } = outcome;
  const message = editMessage(problem);
  if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
  if (problem.kind === 'ended') return redirectWithFlash(back, message, 'error');
  return refused(problem.kind === 'stale' ? { message, stale: problem.stale } : { message }, 409);
}
