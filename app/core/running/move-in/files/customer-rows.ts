/** Turns a row of another system’s customers into a person of the move. Pure. */
import { isOfAge } from '#kernel/age.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { emailOf, personOf } from '../former/former-people.ts';
import type { Note, PersonRecord } from '../records.ts';
import { birthDateIn, momentIn, phoneIn, type Texts, yesIn, zipIn } from './cells.ts';

export type CustomerContext = {
  /** Names the row in the report: 'customers.csv, line 12'. */
  where: string;
  /** 'Square'; 'the file' for a spreadsheet. */
  system: string;
  zone: string;
  today: StoreDate;
  minimumAge: number;
  /** The person’s id by their address, which is the same in each file. */
  idOf(email: string): string;
};

/** Tags that mark people another shop does not serve. The whole tag must match. */
const BANNED =
  /^(?:banned|ban|do not serve|do-not-serve|dns|86|86'?d|86ed|blocked|blacklisted|trespass(?:ed)?|refuse service|no service)$/i;

/** What each of these is left out for, or changed in. */
export function customerOf(
  get: Texts,
  context: CustomerContext,
): { record: PersonRecord | null; notes: Note[] } {
  const email = emailOf(get('email').replace(/^mailto:/i, ''));
  if (email === null)
    return leftOut(
      context,
      get('email') === ''
        ? 'No email address, which an account here needs: ask at the counter'
        : 'The email address is not one',
    );
  const birth = birthDateIn(get('birthDate'));
  if (birth !== null && !isOfAge(parseDate(birth), context.today, context.minimumAge))
    return leftOut(context, `Under ${context.minimumAge} by the date of birth`);
  const id = context.idOf(email);
  const banned = [...get('tags').split(/[,;|]/), get('standing')]
    .map((tag) => tag.trim())
    .find((tag) => BANNED.test(tag));
  const isBanned = banned !== undefined || BANNED.test(get('standing')) || saysBanned(get);
  const turned = personOf(
    {
      ...{ id, user: null, identities: [], customers: [], roles: [], preferences: null },
      profiles: [
        {
          email,
          full_name: nameIn(get),
          phone: phoneIn(get('phone')),
          address: [get('address'), get('address2')].filter(Boolean).join(', '),
          city: get('city'),
          state: get('state'),
          zip: zipIn(get('zip')),
          // A day without its year, as some systems ask for, is no date of birth.
          birth_date: birth ?? '',
          license_id: get('licenseId'),
          license_state: get('licenseState'),
          loyalty_points: pointsIn(get('points')),
          created_at: momentIn(get('since'), { zone: context.zone }) ?? '',
        },
      ],
    },
    () => id,
  );
  const notes: Note[] = turned.notes.map((note) => ({ ...note, sourceId: context.where }));
  const say = (reason: string) =>
    notes.push({ kind: 'person', sourceId: context.where, isLeftOut: false, reason });
  if (birth === null && get('birthDate') !== '') say('The date of birth has no year, or is not a date');
  if (isBanned) say('Banned, as in the other system');
  return {
    record: turned.record && {
      ...turned.record,
      isBanned,
      banReason: isBanned ? `Not served in ${context.system}${banned ? `: ${banned}` : ''}` : null,
      preferences: preferencesIn(get),
    },
    notes,
  };
}

function leftOut(context: CustomerContext, reason: string) {
  const note: Note = { kind: 'person', sourceId: context.where, isLeftOut: true, reason };
  return { record: null, notes: [note] };
}

/** 'Last, First' of one column is turned round. */
function nameIn(get: Texts): string {
  const parts = [get('firstName'), get('lastName')].filter(Boolean).join(' ');
  const whole = get('name');
  const [, last = '', first = ''] = /^([^,]{1,60}),\s*([^,]{1,60})$/.exec(whole) ?? [];
  return parts || (first ? `${first} ${last}` : whole);
}

const pointsIn = (text: string): string => /^\d{1,9}/.exec(text.replaceAll(',', ''))?.[0] ?? '';

/** A column of the name 'Banned' that says yes. */
const saysBanned = (get: Texts): boolean => /^(?:y|yes|true|t|1|x)$/i.test(get('standing'));

/**
 * Offers are for those who agreed, and a file is no better than what it says: no word, or one that is not understood, is no
 * consent. Null where the file has no such column.
 */
function preferencesIn(get: Texts): PersonRecord['preferences'] {
  const accepts = get('accepts');
  const declines = get('declines');
  if (accepts === '' && declines === '') return null;
  const promotional =
    declines === '' ? yesIn(accepts) === true : yesIn(declines) === false && yesIn(accepts) === true;
  return {
    promotional,
    ...{ orderUpdates: true, accountUpdates: true, emailNotifications: true, pushNotifications: false },
  };
}
