/** Answers the forms of the page that changes an order's items: search, add, set a quantity, save. */
import { data } from 'react-router';
import type { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { followAccount, MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import { changeItems } from '#core/sales/orders/items-change/change-items.server.ts';
import { type ItemsProblem, itemsMessage } from '#core/sales/orders/items-change/items-change.ts';
import {
  type DraftItem,
  fieldsOf,
  type ItemsDraft,
  setLine,
} from '#core/sales/orders/items-change/items-draft.ts';
import {
  findItemsToAdd,
  readItemsToAdd,
} from '#core/sales/orders/items-change/priced-items-queries.server.ts';
import { type EditedLine, MAXIMUM_UNITS, readQuantities } from '#core/sales/orders/order-edit.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { aboutInCash } from '#shop/kit/what-to-bring.tsx';
import { readBase } from '#ui/form/read-base.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { type ChangeableOrder, readChangeableOrder } from './changeable-order-queries.server.ts';

export type ItemsAnswer = {
  draft: ItemsDraft;
  refusal?: FormRefusal;
  /** Where the customer can go on after a refusal. */
  way?: { to: string; label: string };
  found?: { q: string; items: DraftItem[] };
  /** The name of the product that was added. */
  added?: string;
};

/** Characters. */
const LONGEST_SEARCH = 100;

/** Lines that a form may send: those of the order, and as many added ones. */
const MOST_FIELDS = 2 * MAXIMUM_LINES;

export async function answerChange(actor: SignedIn, orderId: string, form: FormData, now = systemClock()) {
  const order = await readChangeableOrder(actor, orderId, now);
  if (!order) throw new Response(null, { status: 404 });
  const { isReadable, ...sent } = readDraft(form);
  if (form.has('set')) {
    const step = /^(\d{1,9}):(\d{1,3})$/.exec(String(form.get('set')));
    const line = step && { productId: Number(step[1]), quantity: Number(step[2]) };
    const lines = line ? setLine(sent.lines, line) : sent.lines;
    return data<ItemsAnswer>({ draft: await draftOf(order, { ...sent, lines }) });
  }
  if (order.noAdding && (form.has('add') || form.get('intent') === 'find')) {
    const { kind, message } = order.noAdding;
    const refusal: FormRefusal = { message, errors: {}, values: {} };
    return answerOf<ItemsAnswer>({ draft: await draftOf(order, sent), refusal }, { kind });
  }
  const add = /^\d{1,9}$/.exec(String(form.get('add') ?? ''))?.[0];
  if (add) return answerAdd(order, sent, Number(add));
  switch (form.get('intent')) {
    case 'find': {
      const q = String(form.get('q') ?? '')
        .trim()
        .slice(0, LONGEST_SEARCH);
      const items = q === '' ? [] : await findItemsToAdd(q, order.day);
      return data<ItemsAnswer>({ draft: await draftOf(order, sent), found: { q, items } });
    }
    case 'save':
      if (isReadable) return answerSave(actor, order, sent, { form, now });
      return answerOf<ItemsAnswer>({ draft: await draftOf(order, sent), refusal: UNREADABLE });
    default:
      return data<ItemsAnswer>({ draft: await draftOf(order, sent) });
  }
}

type Sent = Omit<ItemsDraft, 'items'>;

const UNREADABLE: FormRefusal = {
  message: `Quantities are whole numbers from 0 to ${MAXIMUM_UNITS}. Check the items, then save again.`,
  errors: {},
  values: {},
};

/**
 * What the form says. A line whose quantity cannot be read stays as it was: left out, it would be removed from the order.
 */
function readDraft(form: FormData): Sent & { isReadable: boolean } {
  const base = readBase(form);
  const isReadable = readQuantities(form) !== null;
  const lines = [...form].flatMap(
    ([name, value]) => readQuantities([[name, value]]) ?? readQuantities([[name, base[name]]]) ?? [],
  );
  return {
    version: Number(form.get('version')),
    base,
    lines: lines.slice(0, MOST_FIELDS),
    isReadable: isReadable && lines.length <= MOST_FIELDS,
  };
}

/** The draft with its products; leaves out lines of products that do not exist. */
async function draftOf(order: ChangeableOrder, sent: Sent): Promise<ItemsDraft> {
  const own = new Map(order.lines.map((line) => [line.productId, line]));
  const others = sent.lines.map(({ productId }) => productId).filter((id) => !own.has(id));
  const added = new Map((await readItemsToAdd(others, order.day)).map((item) => [item.productId, item]));
  const known = sent.lines.flatMap((line) => {
    const item = own.get(line.productId) ?? added.get(line.productId);
    return item ? [{ line, item }] : [];
  });
  return { ...sent, lines: known.map(({ line }) => line), items: known.map(({ item }) => item) };
}

async function answerAdd(order: ChangeableOrder, sent: Sent, productId: number) {
  const before = sent.lines.find((line) => line.productId === productId)?.quantity ?? 0;
  const quantity = Math.min(before + 1, MAXIMUM_UNITS);
  const draft = await draftOf(order, { ...sent, lines: setLine(sent.lines, { productId, quantity }) });
  const added = draft.items.find((item) => item.productId === productId);
  return data<ItemsAnswer>({ draft, ...(added ? { added: added.name } : {}) });
}

async function answerSave(
  actor: SignedIn,
  order: ChangeableOrder,
  sent: Sent,
  { form, now }: { form: FormData; now: Temporal.Instant },
) {
  const total = Number(form.get('expectedTotal') ?? Number.NaN);
  const seen = { version: sent.version, lines: linesOf(sent.base) };
  const expectedTotal = Number.isSafeInteger(total) ? total : null;
  const outcome = await changeItems(actor, order.number, { lines: sent.lines, seen, expectedTotal }, now);
  const back = `/orders/${order.number}`;
  if (outcome.ok)
    return outcome.value.changed
      ? redirectWithFlash(
          back,
          `Your order is changed. Bring ${aboutInCash(outcome.value.total)}.`,
          'success',
        )
      : redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { problem } = outcome;
  const message = itemsMessage(problem);
  if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
  if (problem.kind === 'too-late') return redirectWithFlash(back, message, 'error');
  const refusal: FormRefusal = { message, errors: {}, values: {} };
  // Read again: what refused it may be newer than the page.
  const current = (await readChangeableOrder(actor, order.number, now)) ?? order;
  const draft = await draftOf(current, problem.kind === 'stale' ? merged(sent, seen.lines, problem) : sent);
  return answerOf<ItemsAnswer>({ draft, refusal, ...wayOn(problem, back) }, problem);
}

/** The customer's changes on top of what is saved now; lines they did not touch follow it. */
function merged(
  sent: Sent,
  before: readonly EditedLine[],
  { version, lines }: Extract<ItemsProblem, { kind: 'stale' }>,
): Sent {
  return { version, base: fieldsOf(lines), lines: followAccount(sent.lines, before, lines) };
}

const linesOf = (base: Readonly<Record<string, string>>): EditedLine[] =>
  readQuantities(Object.entries(base)) ?? [];

function wayOn({ kind }: ItemsProblem, order: string): Pick<ItemsAnswer, 'way'> {
  switch (kind) {
    case 'no-lines':
      return { way: { to: `${order}#cancel`, label: 'Cancel the order instead' } };
    case 'too-close':
      return { way: { to: `${order}/move`, label: 'Move pickup' } };
    case 'birth-date-missing':
      return { way: { to: '/profile', label: 'My Profile' } };
    default:
      return {};
  }
}
