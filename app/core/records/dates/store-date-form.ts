/** The form of a date that matters. Separate from its rules, which pages load in the browser without the parser. */
import { z } from 'zod';
import { dateRepeats } from '#kernel/statuses.ts';
import { parseDate } from '#kernel/time.ts';
import { typed, typedLine } from '#platform/requests/typed-text.ts';

/** The most reminders a date can have, and the most days before it. */
const MOST_REMINDERS = 6;
const LONGEST_BEFORE = 365;

const dueOn = z
  .string({ error: 'Enter the date.' })
  .trim()
  .refine((text) => parseDate(text) !== null, 'Enter a date like 2027-01-31.');

const reminderDays = z
  .string()
  .trim()
  .transform((text, context) => {
    const parts = text === '' ? [] : text.split(/[\s,;]+/).filter((part) => part !== '');
    const days = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
    const wrong = days.some((day) => !(day <= LONGEST_BEFORE)) || days.length > MOST_REMINDERS;
    if (!wrong) return [...new Set(days)].sort((left, right) => right - left);
    context.addIssue({
      code: 'custom',
      message: `Enter up to ${MOST_REMINDERS} numbers of days, at most ${LONGEST_BEFORE} each, such as 30, 7, 1.`,
    });
    return z.NEVER;
  });

export const storeDateForm = z.object({
  title: typedLine(100, 'title').min(1, 'Enter what is due.'),
  dueOn,
  repeat: z.enum(dateRepeats, { error: 'Choose an option from the list.' }),
  reminderDays,
  note: typed(1000, 'note'),
});
export type StoreDateInput = z.output<typeof storeDateForm>;
