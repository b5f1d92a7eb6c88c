/** What the browser shows when a press at the counter got no answer: everything entered, but for the barcode. */
import type { CounterAnswer } from './scanned-id.ts';

const NO_ANSWER = 'No answer from the server. Check the network, then';
const AGAIN = 'press the button again.';
const AGAIN_SAFELY =
  'press the button again: an order is never completed twice, and the change stays the same.';

export function outOfReach(form: FormData): CounterAnswer {
  const values: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string' && name !== 'barcode' && name !== 'readBarcode') values[name] ??= value;
  const next = form.has('readBarcode')
    ? 'scan the license again.'
    : values.intent === 'hand-over'
      ? AGAIN_SAFELY
      : AGAIN;
  return { message: `${NO_ANSWER} ${next}`, errors: {}, values };
}
