/** What an offer needs to be saved, its states, and the refusals with their messages (docs/law.md, Promotions). */

import type { StoredOfferHours, StoredOfferPart } from '#db/schema/discounts.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { OfferKind } from '#kernel/statuses.ts';
import { type OfferTimes, windowAt } from './offer-hours.ts';

export const LONGEST_NAME = 60;
export const LONGEST_TERMS = 500;
/** Of units, for one person and for all. */
export const MOST_LIMIT = 100_000;
/** Products named one by one in a part of an offer; a category has any number. */
export const MOST_NAMED = 200;
/** Offers that run or are to come: each sale reads them. */
export const MOST_OFFERS = 100;
/** An offer lasts at most a year: terms and dates are published, and a price that always counts is the price. */
const MOST_DAYS = 366;

/** An offer as staff write it. Times in milliseconds since 1970; `amount` is a percentage or cents. */
export type OfferInput = {
  name: string;
  terms: string;
  kind: OfferKind;
  amount: number;
  startsAt: number;
  endsAt: number;
  hours: StoredOfferHours | null;
  parts: StoredOfferPart[];
  mostPerPerson: number | null;
  mostUnits: number | null;
};

/** A product whose price would be below the floor: it is left out, and the person who saves accepts that. */
export type LeftOut = { productId: number; name: string; price: Cents; floor: Cents };

export type OfferProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  | { kind: 'offer-over' }
  | { kind: 'too-many-offers' }
  | { kind: 'field'; field: string; message: string }
  | { kind: 'below-floor'; products: LeftOut[] };

/** Why it cannot be saved as it is; null if it can. What it reaches is checked by the command. */
export function checkOffer(offer: OfferInput, now: number): Extract<OfferProblem, { kind: 'field' }> | null {
  const wrong = (field: string, message: string) => ({ kind: 'field', field, message }) as const;
  if (offer.endsAt <= offer.startsAt) return wrong('until', 'The end comes before the start.');
  if (offer.endsAt <= now) return wrong('until', 'This time has passed. Choose a later one.');
  if (offer.endsAt - offer.startsAt > MOST_DAYS * 86_400_000)
    return wrong('until', `An offer can last at most ${MOST_DAYS} days.`);
  if (offer.kind === 'percent' && offer.amount > 99)
    return wrong('amount', 'Enter a percentage from 1 to 99.');
  if (offer.parts.length === 0) return wrong('products', 'Choose a category or enter a product.');
  if (offer.mostPerPerson !== null && offer.parts.some(({ units }) => units > (offer.mostPerPerson ?? 0)))
    return wrong('mostPerPerson', 'The limit must be at least the units that have to be bought together.');
  return null;
}

export type OfferState = 'running' | 'coming' | 'ended';
export const offerStates = ['running', 'coming', 'ended'] as const satisfies readonly OfferState[];
export const offerStateLabel: Record<OfferState, string> = {
  running: 'Running',
  coming: 'Coming',
  ended: 'Ended',
};
export const offerTones = { running: 'green', coming: 'blue', ended: 'plain' } as const;

/** How a state is shown: one that runs, but not at this hour or day, gives no price now. */
export function offerBadge(
  offer: OfferTimes,
  now: number,
  zone: string,
): { label: string; tone: (typeof offerTones)[OfferState] } {
  const state = offerState(offer, now);
  return state === 'running' && windowAt(offer, now, zone) === null
    ? { label: 'Between its hours', tone: offerTones.coming }
    : { label: offerStateLabel[state], tone: offerTones[state] };
}

/** By its start and end; one with daily hours is running between its days, too. */
export function offerState({ startsAt, endsAt, endedAt }: OfferTimes, now: number): OfferState {
  if (endsAt <= now || (endedAt !== null && endedAt <= now)) return 'ended';
  return startsAt <= now ? 'running' : 'coming';
}

/** The labels of the form, for its history and for a stale save. */
export const offerLabels: Record<string, string> = {
  name: 'Name',
  terms: 'Terms',
  kind: 'Kind',
  amount: 'Amount',
  from: 'Starts',
  until: 'Ends',
  hoursFrom: 'From each day',
  hoursUntil: 'Until each day',
  weekdays: 'Days of the week',
  products: 'Products',
  categories: 'Categories',
  units: 'Units to buy',
  products2: 'Other products',
  categories2: 'Other categories',
  units2: 'Units of the others',
  mostPerPerson: 'Limit per person',
  mostUnits: 'Limit for all',
};

export const OFFER_SAVED = 'Offer saved.';
export const OFFER_ENDED = 'Offer ended.';
export const OFFER_STARTED = 'Offer started again.';

/** Which one counts when several reach a product; one sentence on the office's page. */
export const ONE_PRICE =
  'A unit has one lower price, the lowest of its offers and its own discount. They never add up.';

export function offerMessage(problem: OfferProblem): string {
  switch (problem.kind) {
    case 'offer-over':
      return 'This offer is over. Duplicate it to run it again.';
    case 'too-many-offers':
      return `There are ${MOST_OFFERS} offers that run or are to come. End one first.`;
    case 'field':
      return problem.message;
    case 'below-floor':
      return problem.products.length === 1
        ? 'One product would cost less than the legal floor. Leave it out, or change the offer.'
        : `${problem.products.length} products would cost less than the legal floor. Leave them out, or change the offer.`;
    default:
      return commonMessage(problem, 'Offer');
  }
}

/** 'Kestrel Moon: $8.00 is below the floor of $9.00' */
export const leftOutWords = ({ name, price, floor }: LeftOut): string =>
  `${name}: ${formatCents(price)} is below the floor of ${formatCents(floor)}`;
