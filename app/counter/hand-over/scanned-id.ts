/**
 * The card that a scan read. Its fields travel with the form, so that a refused press shows the card again; the name is
 * neither checked nor saved by the server.
 */
import { type IdName, mayBeNameOf } from '#core/sales/orders/id-card/id-card-names.ts';
import { ageOn } from '#kernel/age.ts';
import type { IdRefusal } from '#kernel/statuses.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import type { FormRefusal } from '#platform/requests/form.ts';

/** The fields of one card, empty. */
export const FILLED = {
  ...{ idKind: '', idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: '' },
  ...{ filledBy: '', scannedBirthDate: '', firstName: '', middleName: '', lastName: '', nameCut: '' },
};

/** Fields that only a scan fills. */
export const CARD_FIELDS = [
  'filledBy',
  'scannedBirthDate',
  'firstName',
  'middleName',
  'lastName',
  'nameCut',
] as const;

export type ScannedId = {
  name: IdName;
  isNameCut: boolean;
  issuer: string;
  /** 'May 14, 1990', and completed years; null without a readable birth date. */
  born: { date: string; age: number } | null;
  /** null for a card without an expiry date. */
  expires: string | null;
};

/**
 * What the page shows after a form was not done. `scan` is another one for each scan; `suggests` is why staff will refuse
 * the order, so that the form of the refusal is open.
 */
export type CounterAnswer = FormRefusal & {
  scan?: string;
  scanned?: ScannedId | null;
  suggests?: IdRefusal | undefined;
  /** Units that the press or scan took out of the bag, and where they go. */
  out?: string;
};

/** null for a form that no scan filled. */
export function scannedOf(values: FormRefusal['values'], today: StoreDate): ScannedId | null {
  if (values.filledBy !== 'scan') return null;
  const { firstName = '', middleName = '', lastName = '', idIssuer = '' } = values;
  const birth = parseDate(values.idBirthDate ?? '');
  const expires = parseDate(values.idExpiresOn ?? '');
  return {
    name: { firstName, middleName, lastName },
    isNameCut: values.nameCut === '1',
    issuer: idIssuer,
    born: birth && { date: formatDate(birth), age: ageOn(today, birth) },
    expires: expires && formatDate(expires),
  };
}

export const fullName = ({ firstName, middleName, lastName }: IdName): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ');

/**
 * Whether the card has the whole name of the person who picks the order up, and not also that of another person who may: then
 * it is ticked for staff, who see the card, and the command compares the names again.
 */
export const isHolder = (card: ScannedId, holder: string, customer: string | null): boolean =>
  !card.isNameCut && mayBeHolder(card, holder) && (customer === null || !mayBeHolder(card, customer));

/** Whether the card may be of the person who picks the order up: a hint, staff compare. */
export const mayBeHolder = ({ name }: ScannedId, holder: string): boolean => mayBeNameOf(name, holder);
