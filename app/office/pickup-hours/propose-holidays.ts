/** Computes what the office proposes for the coming holidays. Pure. */

import type { PickupSettings } from '#core/ground/settings/settings.ts';
import { closedQuestion, proposedHolidays } from '#core/sales/pickup/holidays.ts';
import type { StoreDate } from '#kernel/time.ts';
import { exceptionSection } from './exceptions-section.ts';
import type { ProposedHoliday } from './holiday-proposals.tsx';

/** The holidays of a year without special hours, with what their form posts. */
export function proposeHolidays(today: StoreDate, pickup: PickupSettings): ProposedHoliday[] {
  return proposedHolidays(today, pickup).map((holiday) => ({
    date: holiday.date.toString(),
    name: holiday.name,
    question: closedQuestion(holiday),
    base: exceptionSection(holiday.date).texts(pickup),
  }));
}
