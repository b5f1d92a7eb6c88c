/** Defines the form of an offer: its fields as text, and what they mean. Times are of the store's clock. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isSkipped, wallMoment } from '#core/goods/discounts/offer-hours.ts';
import {
  LONGEST_NAME,
  LONGEST_TERMS,
  MOST_LIMIT,
  type OfferInput,
} from '#core/goods/discounts/offer-rules.ts';
import { parseCents } from '#kernel/money.ts';
import { offerKinds } from '#kernel/statuses.ts';
import { localMinute } from '#kernel/time.ts';
import { typed, typedLine } from '#platform/requests/typed-text.ts';
import { partFields } from './part-fields.ts';

const LONGEST_LIST = 20_000;

const units = (missing: string) =>
  z
    .string()
    .default('')
    .refine(
      (text) => text === '' || (/^\d{1,6}$/.test(text) && Number(text) > 0 && Number(text) <= MOST_LIMIT),
      {
        error: missing,
      },
    )
    .transform((text) => (text === '' ? null : Number(text)));

const clock = z
  .string()
  .refine((text) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'Enter a time.')
  .default('');

/** The fields; lists of categories and weekdays are read from the form itself. */
export const offerForm = z
  .object({
    name: typedLine(LONGEST_NAME, 'name').min(1, 'Enter a name. Shoppers see it.'),
    terms: typed(LONGEST_TERMS, 'terms').min(1, 'Enter the terms, such as ‘While supplies last’.'),
    kind: z.enum(offerKinds, { error: 'Choose a kind.' }),
    amount: z.string().default(''),
    from: z.string().min(1, 'Enter when it starts.'),
    until: z.string().min(1, 'Enter when it ends.'),
    hoursFrom: clock,
    hoursUntil: clock,
    products: typed(LONGEST_LIST, 'products').default(''),
    products2: typed(LONGEST_LIST, 'products').default(''),
    units: units('Enter a number of units.'),
    units2: units('Enter a number of units.'),
    mostPerPerson: units('Enter a number of units, or leave it empty.'),
    mostUnits: units('Enter a number of units, or leave it empty.'),
  })
  .superRefine(({ kind, amount, hoursFrom, hoursUntil }, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (amountOf(kind, amount) === null)
      wrong(
        'amount',
        kind === 'percent' ? 'Enter a percentage from 1 to 99.' : 'Enter an amount, such as 5.00.',
      );
    if ((hoursFrom === '') !== (hoursUntil === ''))
      wrong(hoursFrom === '' ? 'hoursFrom' : 'hoursUntil', 'Enter both hours, or neither.');
  });

export type OfferFields = z.output<typeof offerForm>;

/** A percentage, or dollars in cents; null for anything else. */
function amountOf(kind: OfferFields['kind'], text: string): number | null {
  if (kind === 'percent') return /^\d{1,2}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;
  const read = parseCents(text);
  return read !== null && read > 0 ? read : null;
}

/** The moment of a control's '2026-11-27T18:00', or why it is none. */
function readMoment(
  text: string,
  zone: string,
  which: 'start' | 'end',
): { at: number } | { message: string } {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:00)?$/.exec(text);
  try {
    const date = Temporal.PlainDate.from(parts?.[1] ?? '', { overflow: 'reject' });
    const time = Temporal.PlainTime.from(parts?.[2] ?? '', { overflow: 'reject' });
    if (isSkipped(date, time, zone))
      return { message: 'The clock skips this time on that day. Choose an earlier or later one.' };
    return { at: wallMoment(date, time, zone, which) };
  } catch {
    return { message: 'Enter a date and a time.' };
  }
}

/** The offer in the fields, without its goods; `errors` by field. */
export function offerOfFields(
  fields: OfferFields,
  weekdays: readonly string[],
  zone: string,
): { offer: Omit<OfferInput, 'parts'>; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const moment = (field: 'from' | 'until', which: 'start' | 'end') => {
    const read = readMoment(fields[field], zone, which);
    if ('at' in read) return read.at;
    errors[field] = [read.message];
    return 0;
  };
  const days = weekdays.map(Number).filter((day) => day >= 1 && day <= 7);
  const { hoursFrom, hoursUntil } = fields;
  const hasHours = hoursFrom !== '' || days.length > 0;
  return {
    errors,
    offer: {
      ...{ name: fields.name, terms: fields.terms, kind: fields.kind },
      amount: amountOf(fields.kind, fields.amount) ?? 0,
      startsAt: moment('from', 'start'),
      endsAt: moment('until', 'end'),
      hours: hasHours ? { weekdays: days, from: hoursFrom || '00:00', until: hoursUntil || '00:00' } : null,
      ...{ mostPerPerson: fields.mostPerPerson, mostUnits: fields.mostUnits },
    },
  };
}

/** The fields of a stored offer. @param names of its products, by number */
export function offerValues(
  offer: OfferInput,
  names: ReadonlyMap<number, string>,
  zone: string,
): Record<string, string> {
  const local = (at: number) => localMinute(Temporal.Instant.fromEpochMilliseconds(at), zone);
  const part = (at: number) => {
    const of = offer.parts[at];
    const fields = partFields[at];
    if (!fields) return {};
    return {
      [fields.products]: of?.products.map((id) => names.get(id) ?? String(id)).join('\n') ?? '',
      [fields.categories]: of?.categories.join(',') ?? '',
      [fields.units]: of ? String(of.units) : '',
    };
  };
  return {
    ...{ name: offer.name, terms: offer.terms, kind: offer.kind },
    amount: offer.kind === 'percent' ? String(offer.amount) : (offer.amount / 100).toFixed(2),
    ...{ from: local(offer.startsAt), until: local(offer.endsAt) },
    hoursFrom: offer.hours?.from ?? '',
    hoursUntil: offer.hours?.until ?? '',
    weekday: offer.hours?.weekdays.join(',') ?? '',
    ...part(0),
    ...part(1),
    mostPerPerson: offer.mostPerPerson?.toString() ?? '',
    mostUnits: offer.mostUnits?.toString() ?? '',
  };
}
