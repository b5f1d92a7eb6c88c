/** A receipt or an order slip on a roll of paper (docs/law.md, Money and tax). Pure. */
import { CASH_ROUNDING, PAID_IN_CASH, RETURNED_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import { center, pair, RULE, SPACE, say } from '#core/sales/printing/roll.ts';
import type { RollLine } from '#platform/paper/roll.ts';
import { CASH_RECEIVED, CHANGE, paperTitle, type Receipt } from './receipt.ts';

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

function sums({
  subtotal,
  taxes,
  total,
  taxNote,
  rounding,
  exchange,
  tendered,
  refunds,
}: Receipt): RollLine[] {
  return [
    pair('Subtotal', subtotal),
    ...taxes.map(({ name, amount }) => pair(name, amount)),
    pair('Total', total, true),
    ...(taxNote === null ? [] : [say(taxNote)]),
    ...(rounding ? [pair(CASH_ROUNDING, rounding.amount), pair(PAID_IN_CASH, rounding.cash, true)] : []),
    ...(exchange
      ? [pair(exchange.back, `-${exchange.amount}`), pair(exchange.label, exchange.due, true)]
      : []),
    ...(tendered ? [pair(CASH_RECEIVED, tendered.received), pair(CHANGE, tendered.change)] : []),
    ...refunds.flatMap(({ what, amount, rounding }) => [
      pair(what, `-${amount}`),
      ...(rounding
        ? [pair(CASH_ROUNDING, rounding.amount), pair(RETURNED_IN_CASH, `-${rounding.cash}`)]
        : []),
    ]),
  ];
}
