/** Damages ID cards as scanners, dirt and forgers might, and checks that no damage makes a minor an adult. */
import { Temporal } from 'temporal-polyfill';
import { parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import { acceptedIssuers } from '#core/sales/orders/id-card/issuers.ts';
import { isOfAge } from '#kernel/age.ts';
import { type CardPlan, cardText, eightDigits, orderOf } from './id-cards.ts';

const today = Temporal.PlainDate.from('2026-11-24');
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ \n\r\x1e|,@-dcb\u0000é';

/** Random numbers from a seed (mulberry32), so that a failure can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 0x7fffffff) % below;
  };
}

type Damaged = {
  text: string /** The eight digits of the birth date themselves were changed. */;
  touched: boolean;
};

/** One change: a character replaced, added or removed, a run removed or repeated, two lines swapped, a case changed. */
function damage(text: string, digits: string, pick: (below: number) => number): Damaged {
  const at = pick(text.length);
  const letter = LETTERS[pick(LETTERS.length)] ?? '';
  const length = 1 + pick(12);
  const born = text.indexOf(`DBB${digits}`);
  const [from, to] = born === -1 ? [-1, -1] : [born + 3, born + 3 + digits.length];
  const touches = (first: number, last: number) => first < to && last > from;
  switch (pick(7)) {
    case 0:
      return { text: text.slice(0, at) + letter + text.slice(at + 1), touched: touches(at, at + 1) };
    case 1:
      return { text: text.slice(0, at) + letter + text.slice(at), touched: at > from && at < to };
    case 2:
      return { text: text.slice(0, at) + text.slice(at + 1), touched: touches(at, at + 1) };
    case 3:
      return { text: text.slice(0, at) + text.slice(at + length), touched: touches(at, at + length) };
    case 4:
      return {
        text: text.slice(0, at + length) + text.slice(at),
        touched: at + length > from && at + length < to,
      };
    case 5: {
      const lines = text.split('\n');
      const [one, other] = [pick(lines.length), pick(lines.length)];
      [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
      return { text: lines.join('\n'), touched: false };
    }
    default:
      return {
        text: text.slice(0, at) + (text[at] ?? '').toLowerCase() + text.slice(at + 1),
        touched: false,
      };
  }
}

function aMinor(pick: (below: number) => number): CardPlan & { digits: string } {
  const issuer = acceptedIssuers[pick(acceptedIssuers.length)]?.number ?? '636001';
  const birthDate = today
    .subtract({ years: 21 })
    .add({ days: 1 + pick(7000) })
    .toString();
  const plan = { ...{ version: 1 + pick(11), issuer, birthDate }, own: pick(2) === 0 };
  const type = pick(3) === 0 ? ('ID' as const) : ('DL' as const);
  return { ...plan, type, digits: eightDigits(birthDate, orderOf(plan)) } as CardPlan & { digits: string };
}

export type Tally = { refused: number; read: number; touched: number };

/**
 * Damages this many cards of minors, with one to four changes each. Throws for a card that is of age afterwards, or that has
 * another birth date than before. A change of the birth date's own digits into another real day cannot be noticed by
 * any parser; those cards must only never throw.
 */
export function damageMinors(count: number, seed: number): Tally {
  const pick = numbersFrom(seed);
  const tally: Tally = { refused: 0, read: 0, touched: 0 };
  for (let each = 0; each < count; each += 1) {
    const { digits, ...plan } = aMinor(pick);
    let text = cardText(plan);
    if (pick(4) === 0) text = text.replaceAll('\n', pick(2) === 0 ? '' : '\r\n');
    let touched = false;
    for (let changes = 1 + pick(4); changes > 0; changes -= 1) {
      const damaged = damage(text, digits, pick);
      text = damaged.text;
      touched ||= damaged.touched;
    }
    const outcome = parseIdCard(text, today);
    if (touched) tally.touched += 1;
    else if (!outcome.ok) tally.refused += 1;
    else {
      tally.read += 1;
      const { birthDate } = outcome.value;
      if (birthDate.toString() !== plan.birthDate || isOfAge(birthDate, today))
        throw new Error(`${plan.birthDate} became ${birthDate} in ${JSON.stringify(text)}`);
    }
  }
  return tally;
}
