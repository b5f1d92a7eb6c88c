/**
 * Computes age on calendar dates. Both dates are plain days, today's in the store's time zone, so the caller's hour and
 * location do not matter (docs/law.md, Age).
 */
import type { Temporal } from 'temporal-polyfill';

/** The law's minimum age for cannabis (Cannabis Law §85). */
export const MINIMUM_AGE = 21;

/** Rewrites a notice about the law's 21 for a shop with a higher minimum age: 'For adults 25 and older.' */
export function noticeForAge(notice: string, minimum: number): string {
  return notice.replaceAll(/\b21\b/g, String(minimum));
}

/** The refusal of someone under the minimum age, at checkout and at sign-up (specification section 5). */
export const underAgeMessage = (minimum: number): string =>
  `You must be at least ${minimum} years old to order restricted items.`;

/** No one is older than this; a birth date that says so is a typo or a lie. */
export const MAXIMUM_AGE = 120;

/**
 * Completed years on a day; the birthday itself counts. A person born on February 29 has their birthday on March 1 in
 * common years. Negative before birth.
 */
export function ageOn(today: Temporal.PlainDate, birth: Temporal.PlainDate): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day);
  return today.year - birth.year - (hadBirthday ? 0 : 1);
}

/**
 * Whether a person is old enough. Unknown means no: without a birth date, with one in the future, or with one more than
 * 120 years ago, the answer is false.
 */
export function isOfAge(
  birth: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
  minimum: number = MINIMUM_AGE,
): boolean {
  if (birth === null) return false;
  const age = ageOn(today, birth);
  return age >= minimum && age <= MAXIMUM_AGE;
}
