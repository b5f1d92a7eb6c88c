/**
 * The sales tax on merchandise in each county of New York State, state and county together. Rates are those of
 * Publication 718 (2/25), in effect since March 1, 2025; the state changes them on the first of a quarter of its sales
 * tax year, and an owner corrects the rule. Pure.
 */
import { type BasisPoints, basisPoints } from '#kernel/money.ts';
import { newYorkZipCodes } from './new-york-zip-codes.ts';

/** A county, or a city with a sales tax of its own. */
export type NewYorkCounty = keyof typeof newYorkZipCodes;

/** What most counties have, in basis points. */
const USUAL = 800;

const others: Partial<Record<NewYorkCounty, number>> = {
  Allegany: 850,
  Dutchess: 812.5,
  Erie: 875,
  Herkimer: 825,
  Nassau: 862.5,
  'New York City': 887.5,
  Oneida: 875,
  Ontario: 750,
  Orange: 812.5,
  Putnam: 837.5,
  Rockland: 837.5,
  Saratoga: 700,
  Suffolk: 875,
  Warren: 700,
  Washington: 700,
  Westchester: 837.5,
  Yonkers: 887.5,
};

export const NO_COUNTY = 'Choose the county of the store.';

/** Every county in alphabetical order. */
export const newYorkCounties = Object.keys(newYorkZipCodes) as readonly NewYorkCounty[];

const isCounty = (name: string): name is NewYorkCounty => Object.hasOwn(newYorkZipCodes, name);

/** Null for a name that is no county of New York. */
export function salesTaxOf(county: string): BasisPoints | null {
  return isCounty(county) ? basisPoints(others[county] ?? USUAL) : null;
}

/** 'Delaware County', 'New York City' */
export const countyLabel = (county: NewYorkCounty): string =>
  county === 'New York City' || county === 'Yonkers' ? county : `${county} County`;

/** The county of an address in New York; null if its ZIP code is not there. */
export function countyOf({ state, zipcode }: { state: string; zipcode: string }): NewYorkCounty | null {
  const zip = /^(\d{5})(-\d{4})?$/.exec(zipcode.trim())?.[1];
  if (zip === undefined || state.trim().toUpperCase() !== 'NY') return null;
  const isIn = (run: string) => {
    const [first = '', last = first] = run.split('-');
    return first <= zip && zip <= last;
  };
  return newYorkCounties.find((county) => newYorkZipCodes[county].split(' ').some(isIn)) ?? null;
}
