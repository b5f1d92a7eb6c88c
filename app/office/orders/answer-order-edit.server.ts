/** Answers the form that edits an order: searches and adds a product without saving, or saves. */
import { data } from 'react-router';
import {
  findProductToAdd,
  productNames,
} from '#core/goods/catalogue/products/find-product-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { editOrder } from '#core/sales/orders/edit-order.server.ts';
import type { PricedItem } from '#core/sales/orders/items-change/items-draft.ts';
import {
  findItemsToAdd,
  readItemsToAdd,
} from '#core/sales/orders/items-change/priced-items-queries.server.ts';
import {
  editedMessage,
  editMessage,
  LONGEST_NOTE,
  MAXIMUM_UNITS,
  productsOfForm,
  quantityField,
  readQuantities,
} from '#core/sales/orders/order-edit.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { LONGEST_SEARCH, orderEditForm } from './order-edit-form.ts';
import { type OrderPricing, readOrderPricing } from './order-pricing-queries.server.ts';

/** The form again, with what was typed. */
export type OrderEditAnswer = FormRefusal & {
  /** The products of typed lines by id, as far as they exist. */
  names: Readonly<Record<string, string>>;
  /** Their prices and stock, as far as they are on the menu. */
  items: readonly PricedItem[];
  /** The name of the product that was added to the form. */
  added?: string;
  /** Products that the search found. */
  found?: { q: string; items: readonly PricedItem[] };
};

export async function answerOrderEdit(actor: SignedIn, number: string, form: FormData) {
  const pricing = await readOrderPricing(actor, number);
  if (!pricing) throw new Response(null, { status: 404 });
  const read = readForm(form, orderEditForm);
  // A note may be longer than the values sent back for other forms.
  const values: Record<string, string> = {
    ...read.refused().values,
    note: String(form.get('note') ?? '').slice(0, LONGEST_NOTE),
  };
  const q = (values.add ?? '').trim().slice(0, LONGEST_SEARCH);
  const isSearch = q !== '' || form.get('intent') === 'find';
  if (form.has('choose') || isSearch) {
    const chosen = form.has('choose') ? String(form.get('choose')) : q;
    return data(await searched(pricing, { values, q, chosen, form }));
  }
  const again = async (refusal: Partial<FormRefusal>, status = 400) =>
    data(
      { errors: {}, ...readBegan(form), ...refusal, values, ...(await productsOf(values, pricing)) },
      { status },
    );
  if (!read.ok) return again(read.refused());
  const lines = readQuantities(form);
  if (!lines) return again({ message: `Quantities are whole numbers from 0 to ${MAXIMUM_UNITS}.` });
  const { slot, note, reason, version } = read.value;
  const outcome = await editOrder(
    actor,
    number,
    { version, slotStartsAt: slot, note, reason, lines },
    { base: readBase(form), mine: values },
  );
  const back = `/admin/orders/${number}`;
  if (outcome.ok)
    return outcome.value.changed
      ? redirectWithFlash(back, editedMessage(number, outcome.value.toPack), 'success')
      : redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { problem } = outcome;
  const message = editMessage(problem);
  if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
  if (problem.kind === 'ended') return redirectWithFlash(back, message, 'error');
  return again(problem.kind === 'stale' ? { message, stale: problem.stale } : { message }, statusOf(problem));
}

/** Adds the one product with this number or UPC to the form, or shows the products that match the words. */
async function searched(
  pricing: OrderPricing,
  { values, q, chosen, form }: { values: Record<string, string>; q: string; chosen: string; form: FormData },
): Promise<OrderEditAnswer> {
  const productId = await findProductToAdd(chosen);
  const answer = { errors: {}, ...readBegan(form) };
  if (productId !== null) {
    const field = quantityField(productId);
    const before = /^\d{1,3}$/.test(values[field] ?? '') ? Number(values[field]) : 0;
    const more = { ...values, add: '', [field]: String(Math.min(MAXIMUM_UNITS, before + 1)) };
    const known = await productsOf(more, pricing);
    const added = (await productNames([productId])).get(productId);
    return { ...answer, values: more, ...known, ...(added ? { added } : {}) };
  }
  const found = { q, items: q === '' ? [] : await findItemsToAdd(q, pricing.day) };
  return { ...answer, values, ...(await productsOf(values, pricing)), found };
}

/** The products of the form's lines that are not on the order. */
async function productsOf(
  values: Readonly<Record<string, string>>,
  { lines, day }: OrderPricing,
): Promise<Pick<OrderEditAnswer, 'names' | 'items'>> {
  const own = new Set(lines.map(({ productId }) => productId));
  const ids = productsOfForm(values).filter((id) => !own.has(id));
  const [names, items] = await Promise.all([productNames(ids), readItemsToAdd(ids, day)]);
  return { names: Object.fromEntries(names), items };
}
