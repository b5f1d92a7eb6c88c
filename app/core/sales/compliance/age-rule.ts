/**
 * Decides which lines require age 21, or the higher minimum in the settings, with the messages for it (specification
 * section 5).
 */
import { isOfAge, MINIMUM_AGE, underAgeMessage } from '#kernel/age.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StoreDate } from '#kernel/time.ts';

/** The fields that decide whether a line is for adults only. */
export type AgeRelevantLine = { requiresId: boolean; productType: string };

/** `minimum` in years. */
export type AgeProblem = { kind: 'birth-date-missing' | 'under-age'; minimum: number };

/** Adults only: marked 'Requires ID (21+)', or cannabis, regardless of its mark. */
export function isRestricted(line: AgeRelevantLine): boolean {
  return line.requiresId || line.productType === 'cannabis';
}

/** Whether the lines cannot be reserved without a date of birth. */
export function needsBirthDate(lines: readonly AgeRelevantLine[]): boolean {
  return lines.some(isRestricted);
}

/** Accepts restricted lines only for a person known to be old enough on that day of the store's calendar. */
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

export function ageMessage(problem: AgeProblem): string {
  switch (problem.kind) {
    case 'birth-date-missing':
      return `Please enter your date of birth (${problem.minimum}+ required for purchase).`;
    case 'under-age':
      return underAgeMessage(problem.minimum);
  }
}
