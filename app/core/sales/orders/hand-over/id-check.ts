/**
 * Checks an ID at the counter. Every hand-over of adults-only products needs a check; no account replaces it
 * (Cannabis Law §85; docs/law.md, 'Proof of age'). We save the outcome, not the document.
 */
import type { Temporal } from 'temporal-polyfill';
import { isOfAge } from '#kernel/age.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import type { IdKind, IdRefusal } from '#kernel/statuses.ts';
import { parseDate } from '#kernel/time.ts';
import { type IdName, mayBeNameOf } from '../id-card/id-card-names.ts';
import { issuerOfKind, UNITED_STATES } from '../id-card/issuers.ts';

export const idKindLabel: Readonly<Record<IdKind, string>> = {
  driver_license: 'Driver’s license (US, territory or Canadian province)',
  state_id: 'State or provincial non-driver ID',
  passport: 'Passport, any country',
  military_id: 'US military ID',
};

export const idRefusalLabel: Readonly<Record<IdRefusal, string>> = {
  under_age: 'Under age',
  expired: 'ID expired',
  mismatch: 'ID belongs to someone else',
  unreadable: 'ID unreadable or not accepted',
  intoxicated: 'Visibly intoxicated',
  other: 'Other',
};

/** How the name on the ID fits although it is not the one on the order, as its ID check records it. */
export const nameNotes = {
  form: 'The ID has another form of the name',
  changed: 'The ID has the name before a change, which a document showed',
  customer: 'The customer came in person',
} as const;

/** Begins the record of a check that a tablet made without a network; its time follows. */
export const OFFLINE_NOTE = 'Checked without a network, ';

/** Whether staff say that the name fits; or how it does. */
export type NameMatch = boolean | keyof typeof nameNotes;

/** Reads the field of a form: '1' is the name on the order, '' none of them. */
export function readNameMatch(value: string | undefined): NameMatch {
  if (value === 'form' || value === 'changed' || value === 'customer') return value;
  return value === '1';
}

/** What the record of the check says of the name and of a date that is not the barcode's; '' for neither. */
export function checkNote({
  nameMatches,
  idBirthDate,
  scanned,
}: Pick<HandOverInput, 'nameMatches' | 'idBirthDate' | 'scanned'>): string {
  const name = typeof nameMatches === 'string' ? nameNotes[nameMatches] : '';
  const isTyped = scanned && scanned.birthDate !== idBirthDate;
  return [name, isTyped ? 'The birth date was typed: the barcode has another' : '']
    .filter(Boolean)
    .join('. ');
}

/** The fields typed at the counter. */
export type HandOverInput = {
  version: number;
  /** The form's own key: the same form, sent again after the order is completed, gets the same answer. */
  key?: string | undefined;
  idKind?: IdKind | undefined;
  idIssuer: string;
  /** yyyy-mm-dd */
  idExpiresOn: string;
  idBirthDate: string;
  nameMatches: NameMatch;
  /** What the barcode of the ID says, if one was scanned; the dates above may have been corrected by hand. */
  scanned?: { birthDate: string; name: IdName | null } | null;
  /** The limits of its person count by it; only its keyed hash is stored. */
  idNumber?: string;
  /** When a tablet without a network checked the ID; null for a check made now. */
  checkedOfflineAt?: Date | null;
  /** Cents; null if the text is not an amount. */
  cashReceived: number | null;
  /** The cash due that the page showed, in cents; another amount is refused. */
  owed?: number | undefined;
};

/** `key`: the form's own; the same form, sent again after the order has ended, gets the same answer. */
export type RefuseInput = { version: number; key?: string | undefined; refusal: IdRefusal; note: string };

export type IdProblem =
  | { kind: 'id-missing' }
  | { kind: 'id-issuer-missing' }
  | { kind: 'id-issuer-no-country' }
  | { kind: 'id-issuer-unknown' }
  | { kind: 'id-expiry-missing' }
  | { kind: 'id-expired' }
  | { kind: 'id-birth-date-missing' }
  | { kind: 'id-under-age'; minimum: number }
  /** `name` is whose ID it must be. */
  | { kind: 'id-name-mismatch'; name: string }
  /** The limits of an ID count by its number: of walk-ins, and of adults who pick up for someone else. */
  | { kind: 'id-number-missing' }
  /** A banned account has this license. */
  | { kind: 'id-banned' }
  /** A walk-in's ID was checked on an earlier day. */
  | { kind: 'id-check-too-old' };

/**
 * Checks whether the ID lets its holder take the order home on that store-local day. Unknown means no. `name` is who
 * picks the order up: the customer, or the other adult the customer named.
 * Refuses with every problem, in the order of the form, at most one per field.
 */
export function checkId(
  id: Pick<HandOverInput, 'idKind' | 'idIssuer' | 'idExpiresOn' | 'idBirthDate' | 'nameMatches' | 'scanned'>,
  today: Temporal.PlainDate,
  minimumAge: number,
  name: string,
  customer = name,
): Result<{ kind: IdKind; issuer: string; expiresOn: string }, readonly IdProblem[]> {
  const problems: IdProblem[] = [];
  if (!id.idKind) problems.push({ kind: 'id-missing' });
  const issuer = issuerOf(id);
  if (issuer === '') problems.push({ kind: 'id-issuer-missing' });
  else if (issuer === null)
    problems.push({ kind: id.idKind === 'passport' ? 'id-issuer-no-country' : 'id-issuer-unknown' });
  if (!parseDate(id.idExpiresOn)) problems.push({ kind: 'id-expiry-missing' });
  else if (id.idExpiresOn < today.toString()) problems.push({ kind: 'id-expired' });
  const birth = parseDate(id.idBirthDate);
  // No typed date makes a minor's license an adult's: only another scan does.
  const read = parseDate(id.scanned?.birthDate ?? '');
  if (!birth) problems.push({ kind: 'id-birth-date-missing' });
  else if (![birth, read ?? birth].every((date) => isOfAge(date, today, minimumAge)))
    problems.push({ kind: 'id-under-age', minimum: minimumAge });
  const claimed = id.nameMatches === 'customer' ? customer : name;
  if (!id.nameMatches || !mayBeOf(claimed, id)) problems.push({ kind: 'id-name-mismatch', name: claimed });
  if (!id.idKind || !issuer || problems.length > 0) return refuse(problems);
  return succeed({ kind: id.idKind, issuer, expiresOn: id.idExpiresOn });
}

/** The issuer as the list has it; '' without one, null for one that issues no such ID. */
export function issuerOf({ idKind, idIssuer }: Pick<HandOverInput, 'idKind' | 'idIssuer'>): string | null {
  if (idKind === 'military_id') return UNITED_STATES;
  // Without a kind, the kind is what is wrong.
  return idIssuer === '' || !idKind ? idIssuer : issuerOfKind(idKind, idIssuer);
}

/** Whether a scanned card may have this name, where staff say that it has it, and not another form of it. */
function mayBeOf(claimed: string, { nameMatches, scanned }: Pick<HandOverInput, 'nameMatches' | 'scanned'>) {
  if (!scanned?.name || nameMatches === 'form' || nameMatches === 'changed') return true;
  return mayBeNameOf(scanned.name, claimed);
}

/** Why staff must refuse the order, whatever else is shown to them: a minor. Other problems another ID can solve. */
export function suggestedRefusal(problems: readonly IdProblem[]): IdRefusal | undefined {
  return problems.some(({ kind }) => kind === 'id-under-age') ? 'under_age' : undefined;
}

/** The form field of each problem; '' for the form as a whole. */
export const idProblemField: Readonly<Record<IdProblem['kind'], string>> = {
  'id-missing': 'idKind',
  'id-issuer-missing': 'idIssuer',
  'id-issuer-no-country': 'idIssuer',
  'id-issuer-unknown': 'idIssuer',
  'id-expiry-missing': 'idExpiresOn',
  'id-expired': 'idExpiresOn',
  'id-birth-date-missing': 'idBirthDate',
  'id-under-age': 'idBirthDate',
  'id-name-mismatch': 'nameMatches',
  'id-number-missing': 'idNumber',
  'id-banned': '',
  'id-check-too-old': '',
};

export function idMessage(problem: IdProblem): string {
  switch (problem.kind) {
    case 'id-missing':
      return 'Choose the kind of ID.';
    case 'id-issuer-missing':
      return 'Choose the state, province or country that issued the ID.';
    case 'id-issuer-no-country':
      return 'Choose the country that issued the passport.';
    case 'id-issuer-unknown':
      return 'Choose the US state or territory, or the Canadian province, that issued the ID.';
    case 'id-expiry-missing':
      return 'Enter the date the ID expires.';
    case 'id-expired':
      return 'This ID has expired. Ask for another, or refuse the order.';
    case 'id-birth-date-missing':
      return 'Enter the birth date on the ID.';
    case 'id-under-age':
      return `The ID says under ${problem.minimum}. Do not hand the order over; refuse it.`;
    case 'id-name-mismatch':
      return `The name on the ID must be ${problem.name}. Say that it is, or refuse the order.`;
    case 'id-number-missing':
      return 'Enter the number of the ID.';
    case 'id-banned':
      return 'This ID belongs to a banned account. Do not hand the order over; refuse it.';
    case 'id-check-too-old':
      return 'The ID was not checked today. Refuse the order, and start the walk-in again.';
    default:
      return assertNever(problem);
  }
}
