/** Editing an order by staff: the form, what follows from it, what can be refused, and the words. */
import type { AgeProblem } from '#core/compliance/age-rule.ts';
import { type LimitProblem, limitMessageForStaff } from '#core/compliance/purchase-limits.ts';
import { assertNever } from '#kernel/result.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { type StaleSave, staleChanges } from '#ui/form/refusal.ts';

/** The most of one product on an order, and the most lines. */
export const MAXIMUM_UNITS = 999;
export const MAXIMUM_LINES = 50;
export const LONGEST_NOTE = 1000;

export type EditedLine = { productId: number; quantity: number };

export type OrderEdit = {
  version: number;
  slotStartsAt: string;
  note: string;
  reason: string;
  /** Every line the order shall have; a product that is missing or 0 is taken off. */
  lines: readonly EditedLine[];
};

/** Reads 'quantity-17' fields; null where one is no whole number from 0 to 999. */
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

/** What becomes of each line: `from` 0 is new, `to` 0 is taken off. Unchanged lines are among them. */
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

export type EditProblem =
  | { kind: 'admin-only' }
  | { kind: 'not-found' }
  | { kind: 'ended' }
  | { kind: 'paid' }
  | { kind: 'stale'; stale: StaleSave }
  | { kind: 'no-lines' }
  | { kind: 'too-many-lines' }
  | { kind: 'not-on-menu'; name: string }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'slot-not-open' }
  | { kind: 'slot-full' }
  | { kind: 'banned' }
  | { kind: 'rejected' }
  | AgeProblem
  | { kind: 'over-limit'; problem: LimitProblem };

export function editMessage(problem: EditProblem): string {
  switch (problem.kind) {
    case 'admin-only':
      return 'Admin access only';
    case 'not-found':
      return 'Order not found.';
    case 'ended':
      return 'This order has ended, so it can no longer be edited.';
    case 'paid':
      return 'This order is paid, so its lines cannot change. You can change its note and pickup time.';
    case 'stale':
      return 'Someone else saved changes. Review them first.';
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
    default:
      return assertNever(problem);
  }
}

/** The name of a line's field in the form. */
export const quantityField = (productId: number) => `quantity-${productId}`;

/** The product that a field's name carries; null for the other fields. */
function productOfField(field: string): number | null {
  const id = /^quantity-([1-9]\d{0,8})$/.exec(field)?.[1];
  return id ? Number(id) : null;
}

/** The products whose quantities a form has. */
export function productsOfForm(values: Readonly<Record<string, string>>): number[] {
  return Object.keys(values).flatMap((field) => productOfField(field) ?? []);
}

/** A line as the form shows it. */
export type FormLine = { productId: number; name: string; quantity: string };

/**
 * The lines of the form: those of the order, and those that were typed in and are on the order no more, because
 * somebody else took them off. `typed` are the values that come back from a refusal; a line that they do not have
 * was added by somebody else, and stays.
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

/** What the form began with and what was typed, by field name: only to say what changed in between. */
export type EditTexts = { base: Readonly<Record<string, string>>; mine: Readonly<Record<string, string>> };

/** What is stored of an order, as far as the form shows it. */
export type StoredOrder = {
  version: number;
  pickupStartsAt: Date | null;
  note: string;
  lines: readonly { productId: number; productName: string; quantity: number }[];
};

/**
 * The stored order in the texts of the form, compared with what the form began with. `names` are those of products
 * that are on no line any more; `zone` is the store's.
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
