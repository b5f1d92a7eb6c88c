/** What is printed on a roll of paper, line by line: a receipt or an order slip (docs/law.md, Money and tax), a test page. Pure. */
import { CASH_ROUNDING, PAID_IN_CASH, RETURNED_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import { CASH_RECEIVED, CHANGE, paperTitle, type Receipt } from '#core/sales/orders/receipts/receipt.ts';

export type RollLine =
  | { kind: 'text'; text: string; align?: 'center'; strong?: boolean; large?: boolean }
  /** A text and an amount at the right edge. */
  | { kind: 'pair'; text: string; amount: string; strong?: boolean }
  | { kind: 'rule' }
  | { kind: 'space' }
  | { kind: 'mark' }
  | { kind: 'qr'; text: string };

/** Letters of a line, by the width of the paper in millimeters (12 dots each, 8 dots a millimeter). */
export const LETTERS: Readonly<Record<number, number>> = { 80: 48, 58: 32 };

const center = (text: string, look: { strong?: boolean; large?: boolean } = {}): RollLine => ({
  kind: 'text',
  text,
  align: 'center',
  ...look,
});
const pair = (text: string, amount: string, strong = false): RollLine => ({
  kind: 'pair',
  text,
  amount,
  ...(strong ? { strong } : {}),
});
const say = (text: string, strong = false): RollLine => ({
  kind: 'text',
  text,
  ...(strong ? { strong } : {}),
});
const RULE: RollLine = { kind: 'rule' };
const SPACE: RollLine = { kind: 'space' };

/** A receipt, and before money was taken an order slip, with everything that the letter paper has. */
export function receiptLines(receipt: Receipt): RollLine[] {
  const { store, number, placed, completed, payment, isPaid, mark, warnings } = receipt;
  return [
    ...(mark === null ? [] : [center(mark, { strong: true }), SPACE]),
    { kind: 'mark' },
    center(store.name, { strong: true, large: true }),
    ...[store.legalName, store.address, store.phone].map((text) => center(text)),
    center(`New York State cannabis license ${store.license}`),
    SPACE,
    center(paperTitle(receipt), { strong: true, large: true }),
    say(`Reserved ${placed}`),
    ...(completed ? [say(`Handed over ${completed}`)] : []),
    say(payment),
    ...(isPaid ? [] : [say('This is not a receipt: nothing has been paid.', true)]),
    RULE,
    ...receipt.lines.flatMap(({ quantity, name, unitPrice, amount, discount, batches }) => [
      pair(`${quantity} x ${name}`, amount),
      ...(quantity === 1 ? [] : [say(`    ${unitPrice} each`)]),
      ...[discount, batches].filter((note) => note !== null).map((note) => say(`    ${note}`)),
    ]),
    RULE,
    ...sums(receipt),
    SPACE,
    { kind: 'qr', text: number },
    center(number),
    ...(warnings.length > 0 ? [SPACE, ...warnings.map((text) => say(text))] : []),
  ];
}

function sums({ subtotal, taxes, total, taxNote, rounding, tendered, refunds }: Receipt): RollLine[] {
  return [
    pair('Subtotal', subtotal),
    ...taxes.map(({ name, amount }) => pair(name, amount)),
    pair('Total', total, true),
    ...(taxNote === null ? [] : [say(taxNote)]),
    ...(rounding ? [pair(CASH_ROUNDING, rounding.amount), pair(PAID_IN_CASH, rounding.cash, true)] : []),
    ...(tendered ? [pair(CASH_RECEIVED, tendered.received), pair(CHANGE, tendered.change)] : []),
    ...refunds.flatMap(({ what, amount, rounding }) => [
      pair(what, `-${amount}`),
      ...(rounding
        ? [pair(CASH_ROUNDING, rounding.amount), pair(RETURNED_IN_CASH, `-${rounding.cash}`)]
        : []),
    ]),
  ];
}

/** @param at when it was asked for, in words */
export function testLines({
  store,
  printer,
  at,
}: {
  store: string;
  printer: string;
  at: string;
}): RollLine[] {
  return [
    { kind: 'mark' },
    center(store, { strong: true, large: true }),
    center('Test page', { strong: true }),
    SPACE,
    say(`Printer: ${printer}`),
    say(at),
    RULE,
    pair('Left edge', 'Right edge'),
    pair('1 x Café crème, ½ oz', '$12.34'),
    RULE,
    center('If you can read this, receipts will print.'),
    { kind: 'qr', text: 'TEST' },
  ];
}

/** The lines of a text in so many letters: broken between words, and within a word that is longer than a line. */
export function wrapped(text: string, letters: number): string[] {
  const indent = /^ */.exec(text)?.[0].slice(0, letters - 1) ?? '';
  const lines: string[] = [];
  let line = '';
  for (let word of text.trim().split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > letters) {
      lines.push(indent + line);
      line = '';
    }
    while (indent.length + word.length > letters) {
      if (line !== '') throw new Error('a line was not ended');
      lines.push(indent + word.slice(0, letters - indent.length));
      word = word.slice(letters - indent.length);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '' || lines.length === 0) lines.push(indent + line);
  return lines;
}
