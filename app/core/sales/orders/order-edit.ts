/**
 * Defines the staff form that edits an order: its fields, its consequences, the refusals and their messages. Customers
 * change their lines by the same rules (`items-change/items-change.ts`).
 */
import type { AgeProblem } from '#core/sales/compliance/age-rule.ts';
import { type LimitProblem, limitMessageForStaff } from '#core/sales/compliance/purchase-limits.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PaymentStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { type StaleSave, staleChanges } from '#ui/form/refusal.ts';
import { isPaid } from './order.ts';

/** The maximum units of one product on an order, and the maximum number of lines. */
export const MAXIMUM_UNITS = 999;
export const MAXIMUM_LINES = 50;
export const LONGEST_NOTE = 1000;

export type EditedLine = { productId: number; quantity: number };

export type OrderEdit = {
  version: number;
  slotStartsAt: string;
  note: string;
  reason: string;
  /** Every line of the edited order; a product that is missing or 0 is removed. */
  lines: readonly EditedLine[];
};

/** Reads 'quantity-17' fields; null if any is not a whole number from 0 to 999. */
export function readQuantities(values: Iterable<[string, unknown]>): EditedLine[] | null {
  const lines: EditedLine[] = [];
  for (const [name, value] of values) {
    const productId = productOfField(name);
    if (productId === null) continue;
    if (typeof value !== 'string' || !/^\d{1,3}$/.test(value.trim())) return null;
    lines.push({ productId, quantity: Number(value) });
  }
  return lines;
}

/** The change of each line: `from` 0 is new, `to` 0 is removed. Includes unchanged lines. */
export type LineChange = { productId: number; from: number; to: number };

export function lineChanges(current: readonly EditedLine[], wanted: readonly EditedLine[]): LineChange[] {
  const to = new Map(wanted.map(({ productId, quantity }) => [productId, quantity]));
  const kept = current.map(({ productId, quantity }) => ({
    productId,
    from: quantity,
    to: to.get(productId) ?? 0,
  }));
  const known = new Set(current.map(({ productId }) => productId));
  const added = [...to]
    .filter(([productId, quantity]) => !known.has(productId) && quantity > 0)
    .map(([productId, quantity]) => ({ productId, from: 0, to: quantity }));
  return [...kept, ...added];
}

/** Why lines cannot change, for customers and staff alike. */
export type LinesProblem =
  | { kind: 'paid' }
  | { kind: 'no-lines' }
  | { kind: 'too-many-lines' }
  | { kind: 'not-on-menu'; name: string }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'banned' }
  | { kind: 'rejected' }
  | AgeProblem
  | { kind: 'over-limit'; problem: LimitProblem }
  /** More units than an offer has, or what it needs together taken apart. */
  | { kind: 'over-offer'; words: string };

export type EditProblem =
  | LinesProblem
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'ended' }
  | { kind: 'stale'; stale: StaleSave }
  | { kind: 'slot-not-open' }
  | { kind: 'slot-full' };

/** Whether any quantity changes, and whether any grows. */
export const differ = (changes: readonly LineChange[]): boolean =>
  changes.some(({ from, to }) => from !== to);
export const grows = (changes: readonly LineChange[]): boolean => changes.some(({ from, to }) => to > from);

/** Checks what needs no stock: at least one line, at most fifty, and no change of lines after payment. */
export function checkChanges(
  changes: readonly LineChange[],
  paymentStatus: PaymentStatus,
): Result<null, LinesProblem> {
  if (changes.every(({ to }) => to === 0)) return refuse({ kind: 'no-lines' });
  if (changes.filter(({ to }) => to > 0).length > MAXIMUM_LINES) return refuse({ kind: 'too-many-lines' });
  return isPaid(paymentStatus) && differ(changes) ? refuse({ kind: 'paid' }) : succeed(null);
}

export function editMessage(problem: EditProblem): string {
  switch (problem.kind) {
    case 'ended':
      return 'This order has ended, so it can no longer be edited.';
    case 'paid':
      return 'This order is paid, so its lines cannot change. You can change its note and pickup time.';
    case 'no-lines':
      return 'An order needs at least one line. To end it, cancel the order.';
    case 'too-many-lines':
      return `An order can have at most ${MAXIMUM_LINES} different products.`;
    case 'not-on-menu':
      return `${problem.name} is not on the menu, so it cannot be added.`;
    case 'not-available':
      return problem.available === 0
        ? `${problem.name} is not available for that pickup day.`
        : `Only ${problem.available} of ${problem.name} are available for that pickup day.`;
    case 'slot-not-open':
      return 'That pickup time is not open. Choose another.';
    case 'slot-full':
      return 'That pickup time is full. Choose another.';
    case 'banned':
      return 'This customer is banned, so nothing can be added.';
    case 'rejected':
      return 'This customer’s age was rejected, so nothing for adults only can be added.';
    case 'birth-date-missing':
      return 'No date of birth is on file for this customer, so nothing for adults only can be added.';
    case 'under-age':
      return `This customer is under ${problem.minimum}, so nothing for adults only can be added.`;
    case 'over-limit':
      return limitMessageForStaff(problem.problem);
    case 'over-offer':
      return problem.words;
    default:
      return commonMessage(problem, 'Order');
  }
}

/** The name of a line's field in the form. */
export const quantityField = (productId: number) => `quantity-${productId}`;

/** The product in a field's name; null for other fields. */
function productOfField(field: string): number | null {
  const id = /^quantity-([1-9]\d{0,8})$/.exec(field)?.[1];
  return id ? Number(id) : null;
}

/** The products whose quantities are in a form. */
export function productsOfForm(values: Readonly<Record<string, string>>): number[] {
  return Object.keys(values).flatMap((field) => productOfField(field) ?? []);
}

/** A line as the form shows it. */
export type FormLine = { productId: number; name: string; quantity: string };

/**
 * Returns the form's lines: those of the order, plus typed lines that are no longer on the order because
 * someone else removed them. `typed` are the values that come back from a refusal; someone else added a line
 * that is missing there, and it stays.
 */
export function formLines(
  stored: readonly { productId: number; name: string; quantity: number }[],
  typed: Readonly<Record<string, string>>,
  names: Readonly<Record<number, string>>,
): FormLine[] {
  const known = new Set(stored.map(({ productId }) => productId));
  return [
    ...stored.map(({ productId, name, quantity }) => ({
      productId,
      name,
      quantity: typed[quantityField(productId)] ?? String(quantity),
    })),
    ...productsOfForm(typed)
      .filter((productId) => !known.has(productId))
      .map((productId) => ({
        productId,
        name: names[productId] ?? `Product ${productId}`,
        quantity: typed[quantityField(productId)] ?? '0',
      })),
  ];
}

/**
 * The form's initial values and the typed values, by field name, for showing what changed in between. The initial note is
 * also compared with the stored one.
 */
export type EditTexts = { base: Readonly<Record<string, string>>; mine: Readonly<Record<string, string>> };

/** The stored order, as far as the form shows it. */
export type StoredOrder = {
  version: number;
  pickupStartsAt: Date | null;
  note: string;
  lines: readonly { productId: number; productName: string; quantity: number }[];
};

/**
 * Compares the stored order, in the form's texts, with the form's initial values. `names` are those of
 * products that are no longer on any line; `zone` is the store's.
 */
export function staleEdit(
  order: StoredOrder,
  texts: EditTexts,
  { names, zone }: { names: ReadonlyMap<number, string>; zone: string },
): StaleSave {
  const labels: Record<string, string> = { slot: 'Pickup time', note: 'Note' };
  const theirs: Record<string, string> = {
    slot: order.pickupStartsAt ? instantOf(order.pickupStartsAt).toString() : '',
    note: order.note,
  };
  for (const line of order.lines) {
    labels[quantityField(line.productId)] = line.productName;
    theirs[quantityField(line.productId)] = String(line.quantity);
  }
  for (const field of Object.keys(texts.base)) {
    const productId = productOfField(field);
    if (productId === null || field in theirs) continue;
    labels[field] = names.get(productId) ?? `Product ${productId}`;
    theirs[field] = '0';
  }
  const changes = staleChanges(labels, { ...texts, theirs }).map((change) => {
    if (change.field === 'slot')
      return { ...change, theirsText: slotText(change.theirs, zone), mineText: slotText(change.mine, zone) };
    const isNew = productOfField(change.field) !== null && !(change.field in texts.mine);
    return isNew ? { ...change, mineText: 'Not on your form' } : change;
  });
  return { version: order.version, changes };
}

function slotText(iso: string, zone: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? 'No time chosen' : formatDateTime(instantOf(at), zone);
}

/** 'ORD042 saved. Add Spruce Salve and Mug to the bag, then mark it ready.' */
export function editedMessage(number: string, toPack: readonly string[]): string {
  if (toPack.length === 0) return `${number} saved.`;
  const last = toPack.at(-1);
  const names = toPack.length === 1 ? last : `${toPack.slice(0, -1).join(', ')} and ${last}`;
  return `${number} saved. Add ${names} to the bag, then mark it ready.`;
}
