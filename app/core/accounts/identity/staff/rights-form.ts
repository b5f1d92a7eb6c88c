/** The form that gives a person on the staff boxes and limits. */
import { z } from 'zod';
import { boxField, LARGEST_REFUND_LIMIT, type Rights } from '#core/ground/access/actor.ts';
import { parseCash } from '#kernel/money.ts';
import { type Right, rights } from '#kernel/statuses.ts';

/** Rights as one text: for an address, and to see whether they are what a page showed. */
export const rightsKey = ({ boxes, refundLimit, discountLimit }: Rights): string =>
  `${rights.filter((box) => boxes.includes(box)).join('-')}_${refundLimit ?? ''}_${discountLimit}`;

/** null for a text that `rightsKey` does not make. */
export function readRightsKey(text: string): Rights | null {
  const match = /^([a-z-]*)_(\d{0,7})_(\d{1,3})$/.exec(text);
  if (!match) return null;
  const [, boxes = '', refund = '', discount = ''] = match;
  const read = {
    boxes: rights.filter((box) => boxes.split('-').includes(box)),
    refundLimit: refund === '' ? null : Number(refund),
    discountLimit: Number(discount),
  };
  const isInBounds = (read.refundLimit ?? 0) <= LARGEST_REFUND_LIMIT && read.discountLimit <= 100;
  return isInBounds && rightsKey(read) === text ? read : null;
}

const boxes = z.string().transform((text) => rights.filter((box) => text.split(' ').includes(box)));

const refundLimit = z.string().transform((text, context) => {
  if (text.trim() === '') return null;
  const limit = parseCash(text);
  if (limit !== null && limit >= 0 && limit <= LARGEST_REFUND_LIMIT) return limit as number;
  context.addIssue({ code: 'custom', message: 'Enter an amount from 0 to 10,000 dollars, like 50.' });
  return z.NEVER;
});

const discountLimit = z.string().transform((text, context) => {
  const typed = text.trim().replace(/\s*%$/, '');
  if (/^\d{0,3}$/.test(typed) && Number(typed) <= 100) return Number(typed);
  context.addIssue({ code: 'custom', message: 'Enter a whole percentage from 0 to 100, like 20.' });
  return z.NEVER;
});

/** `withRights` sets `boxes`. */
export const rightsForm = z.object({
  userId: z.uuid(),
  boxes,
  refundLimit,
  discountLimit,
  /** The rights that the page showed, as a key. */
  from: z.string().max(200),
});

/** Prepares a form for its schema: each box is a checkbox of its own name. An undo gives the rights as one key instead. */
export function withRights(form: FormData): FormData {
  const whole = readRightsKey(String(form.get('to') ?? ''));
  if (whole) {
    form.set('refundLimit', whole.refundLimit === null ? '' : (whole.refundLimit / 100).toFixed(2));
    form.set('discountLimit', String(whole.discountLimit));
  }
  const isTicked = (box: Right) => (whole ? whole.boxes.includes(box) : form.has(boxField(box)));
  form.set('boxes', rights.filter(isTicked).join(' '));
  return form;
}
