/** The press that takes units off a line of an order in front of its customer: 'product:from:to', as one button sends it. */
import type { FewerUnits } from '#core/sales/orders/fewer/take-fewer.server.ts';

/** The name of the button in the form of the hand-over, so that a press loses nothing that was typed or scanned. */
export const FEWER = 'fewer';

export const writeFewer = ({ productId, from, to }: FewerUnits): string => `${productId}:${from}:${to}`;

/** null for anything that no button of ours sends. */
export function readFewer(value: unknown): FewerUnits | null {
  const found = typeof value === 'string' ? /^([1-9]\d{0,8}):(\d{1,3}):(\d{1,3})$/.exec(value) : null;
  if (!found) return null;
  const [productId = 0, from = 0, to = 0] = found.slice(1).map(Number);
  return { productId, from, to };
}

/** '2 instead of 3 of Kestrel'; 'Without Kestrel' for the last one. */
export const fewerWords = ({ from, to }: Pick<FewerUnits, 'from' | 'to'>, name: string): string =>
  to === 0 ? `Without ${name}` : `${to} instead of ${from} of ${name}`;

/** What the page says afterwards. @param out whether packed units must leave the bag now */
export const fewerDone = (to: number, name: string, out: boolean): string =>
  [
    to === 0 ? `${name || 'The product'} is off the order.` : `${to} of ${name} from now on.`,
    out ? 'Take out first what is too much.' : '',
  ]
    .filter(Boolean)
    .join(' ');
