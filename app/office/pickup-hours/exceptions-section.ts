/** Defines days with special hours as sections of the settings: each day is its own form, and all share one history. */

import type { PickupSettings } from '#core/ground/settings/settings.ts';
import type { FieldErrors, SettingsSection } from '#core/ground/settings/settings-section.ts';
import { exceptionTexts, type StoredException } from '#core/sales/pickup/exception-words.ts';
import { earliestHandOverOf, validateHours } from '#core/sales/pickup/hours.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { formatDate, type StoreDate } from '#kernel/time.ts';
import { readSpans, spanLabels, spanTexts } from './span-fields.ts';

export const EXCEPTION_PREFIX = 'span';
export const LONGEST_NOTE = 80;
export const LONGEST_REASON = 200;
/** More days than any store posts; a form's list needs a limit. */
const MOST_EXCEPTIONS = 500;

/** The hours of a day: as on its weekday, closed, or special. */
const dayKinds = ['weekly', 'closed', 'other'] as const;

const kindOf = (exception: StoredException | undefined) =>
  exception === undefined ? 'weekly' : 'closed' in exception ? 'closed' : 'other';

/** The form of one day. */
export function exceptionSection(date: StoreDate): SettingsSection<'pickup'> {
  const day = date.toString();
  const own = ({ exceptions }: PickupSettings) => exceptions.find((each) => each.date === day);
  return {
    path: 'exceptions',
    name: 'pickup',
    keys: ['exceptions'],
    labels: {
      kind: formatDate(date),
      ...spanLabels(EXCEPTION_PREFIX, formatDate(date)),
      reason: 'Reason for shoppers',
      note: 'Note',
    },
    texts: (value) => {
      const exception = own(value);
      return {
        kind: kindOf(exception),
        ...spanTexts(EXCEPTION_PREFIX, exception && 'spans' in exception ? exception.spans : []),
        reason: exception?.reason ?? '',
        note: exception?.note ?? '',
      };
    },
    read: (texts, stored) => {
      const read = readException(day, texts, stored);
      if (!read.ok) return read;
      const others = stored.exceptions.filter((each) => each.date !== day);
      if (read.value && others.length >= MOST_EXCEPTIONS)
        return refuse({ kind: ['Too many special days. Remove past ones.'] });
      const exceptions = [...others, ...(read.value ? [read.value] : [])];
      return succeed({ exceptions: exceptions.toSorted((one, other) => one.date.localeCompare(other.date)) });
    },
    refuses: refusesExceptions,
    ...exceptionTexts,
  };
}

/** Errors of all days together, when a version is restored. */
function refusesExceptions({ weekly, exceptions, nightPermitted }: PickupSettings): FieldErrors {
  const problems = validateHours(weekly, exceptions, earliestHandOverOf({ nightPermitted }));
  const [first] = problems.filter(({ path }) => path.startsWith('exceptions.'));
  return first ? { kind: [first.message] } : {};
}

/** The day's entry as typed; null if it follows its weekday. */
function readException(day: string, texts: Readonly<Record<string, string>>, stored: PickupSettings) {
  const kind = dayKinds.find((each) => each === texts.kind);
  if (!kind) return refuse<FieldErrors>({ kind: ['Choose an option from the list.'] });
  if (kind === 'weekly') return succeed(null);
  const note = cleanLine(texts.note ?? '');
  const reason = cleanLine(texts.reason ?? '');
  const { spans, fields, errors } = readSpans(EXCEPTION_PREFIX, texts);
  const found: FieldErrors = { ...(kind === 'other' ? errors : {}) };
  if (note.length > LONGEST_NOTE) found.note = [`At most ${LONGEST_NOTE} characters.`];
  else if (!isPlainText(note)) found.note = ['These characters cannot be saved.'];
  if (reason.length > LONGEST_REASON) found.reason = [`At most ${LONGEST_REASON} characters.`];
  else if (!isPlainText(reason)) found.reason = ['These characters cannot be saved.'];
  const noted = { ...(note === '' ? {} : { note }), ...(reason === '' ? {} : { reason }) };
  if (kind === 'closed') {
    return Object.keys(found).length > 0
      ? refuse(found)
      : succeed<StoredException>({ date: day, closed: true, ...noted });
  }
  if (spans.length === 0 && Object.keys(errors).length === 0)
    found[`${EXCEPTION_PREFIX}-0-opens`] = ['Enter the hours of that day, or choose Closed.'];
  const exception: StoredException = { date: day, spans, ...noted };
  const posted = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
  for (const { path, message } of validateHours(posted, [exception], earliestHandOverOf(stored))) {
    const field = fields[Number(path.split('.')[2])] ?? 'kind';
    found[field] = [...(found[field] ?? []), message];
  }
  return Object.keys(found).length > 0 ? refuse(found) : succeed<StoredException>(exception);
}
