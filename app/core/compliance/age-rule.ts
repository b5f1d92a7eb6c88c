/** Who must be 21, or what the settings ask beyond it, and in which words that is asked and refused (specification section 5). */
import { isOfAge, MINIMUM_AGE, underAgeMessage } from '#kernel/age.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StoreDate } from '#kernel/time.ts';

/** What decides whether a line is for adults only. */
export type AgeRelevantLine = { requiresId: boolean; productType: string };

/** `minimum` in years. */
export type AgeProblem = { kind: 'birth-date-missing' | 'under-age'; minimum: number };

/** Adults only: marked 'Requires ID (21+)', or cannabis, which is so whatever its mark says. */
export function isRestricted(line: AgeRelevantLine): boolean {
  return line.requiresId || line.productType === 'cannabis';
}

/** Whether the lines cannot be reserved without a date of birth. */
export function needsBirthDate(lines: readonly AgeRelevantLine[]): boolean {
  return lines.some(isRestricted);
}

/** Lets restricted lines pass only for somebody known to be old enough on that day of the store's calendar. */
export function checkAge(
  lines: readonly AgeRelevantLine[],
  birth: StoreDate | null,
  today: StoreDate,
  minimum: number = MINIMUM_AGE,
): Result<null, AgeProblem> {
  if (!needsBirthDate(lines)) return succeed(null);
  if (birth === null) return refuse({ kind: 'birth-date-missing', minimum });
  return isOfAge(birth, today, minimum) ? succeed(null) : refuse({ kind: 'under-age', minimum });
}

/** The words for it. */
export function ageMessage(problem: AgeProblem): string {
  switch (problem.kind) {
    case 'birth-date-missing':
      return `Please enter your date of birth (${problem.minimum}+ required for purchase).`;
    case 'under-age':
      return underAgeMessage(problem.minimum);
  }
}
