/**
 * Checks a birth date that a person types for their own account: when it is accepted, and when the form first asks
 * about the year.
 */
import { ageOn, isOfAge, underAgeMessage } from '#kernel/age.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';

/** Below the first age and above the second, the year is more likely a typo. */
const LIKELY_SLIP_BELOW = 18;
const LIKELY_SLIP_ABOVE = 100;

export type BirthDateRule = {
  /** The store-local day. */
  today: StoreDate;
  /** In years, from the settings. */
  minimumAge: number;
  /** The date, yyyy-mm-dd, whose year the form has already asked about; null on a first try. */
  asked: string | null;
};

export type BirthDateProblem =
  /** `minimum` is the age that this year misses; null for a year too long ago. */
  { kind: 'check-year'; year: number; minimum: number | null } | { kind: 'under-age'; minimum: number };

/**
 * Why this birth date (yyyy-mm-dd) is refused; null when it is accepted. A likely typo in the year is asked about once.
 * The same date sent again counts as meant: it is refused under the minimum age, and accepted above it.
 */
export function birthDateProblem(
  text: string,
  { today, minimumAge, asked }: BirthDateRule,
): BirthDateProblem | null {
  const birth = parseDate(text);
  const age = birth && ageOn(today, birth);
  const isSlip = age !== null && (age < LIKELY_SLIP_BELOW || age > LIKELY_SLIP_ABOVE);
  if (birth && isSlip && text !== asked)
    return { kind: 'check-year', year: birth.year, minimum: age < minimumAge ? minimumAge : null };
  return isOfAge(birth, today, minimumAge) ? null : { kind: 'under-age', minimum: minimumAge };
}

/** The message; a refusal uses the specification's sentence (section 5), and a question whose answer may be no says why. */
export function birthDateMessage(problem: BirthDateProblem): string {
  if (problem.kind === 'under-age') return underAgeMessage(problem.minimum);
  const question = `Born in ${problem.year}? Check the year.`;
  return problem.minimum === null ? question : `${question} You must be ${problem.minimum} or older.`;
}
