/** What a lot made of a package gets, and why none can be made, in words. Pure. */
import { type LotProblem, lotMessage } from '#core/goods/stock/lots/lots.ts';
import { type Cents, cents } from '#kernel/money.ts';

/** The serial number at the end of its tag, without zeros before it; four digits or more. */
export const batchOfTag = (tag: string): string => tag.slice(-9).replace(/^0+(?=.{4})/, '');

/** The wholesale price of a unit, rounded to the cent; null if the package has no price or is not counted in units. */
export function unitWholesale(wholesale: number | null, units: number | null): Cents | null {
  return wholesale === null || units === null || units < 1 ? null : cents(Math.round(wholesale / units));
}

export type PackageProblem =
  | LotProblem
  /** A person has not accepted it in the state's system, or the shop has not read that yet. */
  | { kind: 'not-accepted' }
  /** Finished or empty in the state's system. */
  | { kind: 'ended' }
  /** The state counts it otherwise. */
  | { kind: 'not-in-units'; unit: string }
  | { kind: 'already-added'; lotId: number }
  | { kind: 'product-unknown' };

/** @param name of the state's system */
export function packageMessage(problem: PackageProblem, name = 'Metrc'): string {
  switch (problem.kind) {
    case 'not-accepted':
      return `Accept it in ${name} first. The shop sees that within a minute or two.`;
    case 'ended':
      return `This package is finished or empty in ${name}.`;
    case 'not-in-units':
      return `${name} counts this package in ${problem.unit.toLowerCase()}, not in units. Pack it into units in ${name}, or receive it by hand on the product’s lots page.`;
    case 'already-added':
      return 'This package is a lot already.';
    case 'product-unknown':
      return 'Choose the product that it is.';
    default:
      return lotMessage(problem);
  }
}
