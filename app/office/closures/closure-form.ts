/** Reads and writes the form of a new closure, which is also the address of its review. */
import type { ClosureDraft, ClosureErrors } from '#core/sales/closures/closure.ts';
import { readSpans, spanTexts } from '#office/pickup-hours/span-fields.ts';

/** The prefix of the controls of the hours. */
export const HOURS = 'span';

export type ClosureTexts = Readonly<Record<string, string>>;

const NAMES = ['first', 'last', 'kind', 'reason', ...Object.keys(spanTexts(HOURS, []))];
/** Longer than any field allows. */
const MAXIMUM_TEXT = 500;

/** The texts of a form or an address. A closure of one day needs no last day. */
export function closureTexts(given: Pick<URLSearchParams, 'get'> | Pick<FormData, 'get'>): ClosureTexts {
  const texts = Object.fromEntries(
    NAMES.map((name) => {
      const value = given.get(name);
      return [name, typeof value === 'string' ? value.slice(0, MAXIMUM_TEXT).toWellFormed() : ''];
    }),
  );
  return {
    ...texts,
    last: texts.last || (texts.first ?? ''),
    kind: texts.kind === 'other' ? 'other' : 'closed',
  };
}

/** The draft, or errors in its hours: rules of the draft as a whole are `closureDays`. */
export function readClosure(texts: ClosureTexts): { draft: ClosureDraft; errors: Record<string, string[]> } {
  const { spans, errors } = readSpans(HOURS, texts);
  const isOther = texts.kind === 'other';
  if (isOther && spans.length === 0 && Object.keys(errors).length === 0)
    errors[`${HOURS}-0-opens`] = ['Enter the hours, or choose Closed all day.'];
  const { first = '', last = '', reason = '' } = texts;
  return {
    draft: { first, last, reason, spans: isOther ? spans : [] },
    errors: isOther ? errors : {},
  };
}

/** Errors by control. */
export function closureFieldErrors(errors: ClosureErrors): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field === 'spans' ? `${HOURS}-0-opens` : field,
      [message],
    ]),
  );
}
