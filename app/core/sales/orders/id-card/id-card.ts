/**
 * Parses the barcode on the back of a US or Canadian driver's license or ID card (AAMVA DL/ID Card Design Standard,
 * versions 01 to 11; docs/law.md, Proof of age). Everything that is not certain is refused, because a wrong birth date
 * sells cannabis to a minor; staff then check the card by hand. Whether the holder is old enough is not decided here:
 * `checkId` decides it with the store's date.
 *
 * Nothing here is saved or logged. The number is returned because the limits of a walk-in need it for a keyed hash; it
 * is never stored as it is.
 */
import type { Temporal } from 'temporal-polyfill';
import { ageOn, MAXIMUM_AGE } from '#kernel/age.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import type { IdKind } from '#kernel/statuses.ts';
import type { StoreDate } from '#kernel/time.ts';
import { type DateOrder, dateOrders, isOtherOrder, readIdDate } from './id-card-dates.ts';
import { type IdName, type IdNameProblem, readName } from './id-card-names.ts';
import { type IdText, type IdTextProblem, readIdText } from './id-card-text.ts';
import { type IdIssuer, type IssuerProblem, issuerOf } from './issuers.ts';

/** Whether the card has the whole name: some print only as many letters as fit. */
export type NameCut = 'whole' | 'cut' | 'unknown';

export type IdCard = IdName & {
  kind: Extract<IdKind, 'driver_license' | 'state_id'>;
  issuer: IdIssuer;
  /** The license's or ID's number: to hash, never to store or log. */
  number: string;
  /** The last day on which the card is valid; 'none' for an ID card without one. */
  expiresOn: StoreDate | 'none';
  birthDate: StoreDate;
  cut: { firstName: NameCut; middleName: NameCut; lastName: NameCut };
  /** Version of the standard, 1 to 11. */
  version: number;
};

export type IdCardProblem =
  | IdTextProblem
  | IssuerProblem
  | IdNameProblem
  | { kind: 'contradiction'; what: 'birth date' | 'expiry date' | 'number' | 'state' | 'country' | 'age' }
  | { kind: 'state-missing' }
  | { kind: 'number-missing' }
  | { kind: 'birth-date-missing' }
  | { kind: 'birth-date-impossible' }
  | { kind: 'birth-date-order' }
  | { kind: 'birth-date-future' }
  | { kind: 'birth-date-too-old' }
  | { kind: 'expiry-missing' }
  | { kind: 'expiry-impossible' };

/** Values of dates that a card does not have. */
const NO_DATE = /^(?:0{8}|9{8}|NONE|UNAVL|UNAVAIL|N\/A)?$/;
const NO_NUMBER = /^(?:NONE|UNAVL|UNAVAIL|N\/A)?$/;
const countryCodes = { US: ['USA'], CA: ['CAN', 'CDN'] } as const;

/** Elements that may be on a card twice only if they are the same. */
const singles = [
  { what: 'birth date', ids: ['DBB'] },
  { what: 'expiry date', ids: ['DBA'] },
  { what: 'number', ids: ['DAQ'] },
  { what: 'state', ids: ['DAJ', 'DAO'] },
  { what: 'country', ids: ['DCG'] },
  { what: 'name', ids: ['DAA', 'DAB', 'DAC', 'DAD', 'DCS', 'DCT'] },
] as const;

/**
 * Parses what a scanner types. Never throws, and takes time linear in the text's length, which is limited.
 * @param today the store's date, to refuse birth dates in the future or more than 120 years ago
 */
export function parseIdCard(typed: string, today: Temporal.PlainDate): Result<IdCard, IdCardProblem> {
  const read = readIdText(typed);
  if (!read.ok) return read;
  const card = read.value;
  const issuer = issuerOf(card.issuerNumber);
  if ('kind' in issuer) return refuse(issuer);
  const disagreeing = singles.find(({ ids }) => ids.some((id) => card.disagreeing.has(id)));
  if (disagreeing) return refuse({ kind: 'contradiction', what: disagreeing.what });
  const states: readonly string[] = [issuer.code, ...(issuer.aliases ?? [])];
  const state = card.value('DAJ') || (card.version === 1 ? card.value('DAO') : '');
  if (!state) return refuse({ kind: 'state-missing' });
  if (!states.includes(state)) return refuse({ kind: 'contradiction', what: 'state' });
  const country = card.value('DCG');
  if (country && !(countryCodes[issuer.country] as readonly string[]).includes(country))
    return refuse({ kind: 'contradiction', what: 'country' });
  const orders = dateOrders(card.version, issuer.country, issuer.startsDatesWithYear ?? false);
  const birth = readBirthDate(card, orders, today);
  if (!birth.ok) return birth;
  const expiry = readExpiry(card, orders);
  if (!expiry.ok) return expiry;
  const number = card.value('DAQ') ?? '';
  if (NO_NUMBER.test(number)) return refuse({ kind: 'number-missing' });
  const name = readName(card);
  if (!name.ok) return name;
  return succeed({
    kind: card.type === 'ID' ? 'state_id' : 'driver_license',
    issuer: { code: issuer.code, name: issuer.name, country: issuer.country },
    number,
    expiresOn: expiry.value,
    birthDate: birth.value,
    ...name.value,
    cut: {
      firstName: cutOf(card.value('DDF')),
      middleName: cutOf(card.value('DDG')),
      lastName: cutOf(card.value('DDE')),
    },
    version: card.version,
  });
}

function readBirthDate(
  card: IdText,
  orders: readonly DateOrder[],
  today: Temporal.PlainDate,
): Result<StoreDate, IdCardProblem> {
  const text = card.value('DBB') ?? '';
  if (NO_DATE.test(text)) return refuse({ kind: 'birth-date-missing' });
  const birth = readIdDate(text, orders);
  if (!birth)
    return refuse({ kind: isOtherOrder(text, orders) ? 'birth-date-order' : 'birth-date-impossible' });
  const age = ageOn(today, birth);
  if (age < 0) return refuse({ kind: 'birth-date-future' });
  if (age > MAXIMUM_AGE) return refuse({ kind: 'birth-date-too-old' });
  return fitsAgeDates(card, orders, birth) ? succeed(birth) : refuse({ kind: 'contradiction', what: 'age' });
}

/** Whether the days until which the holder is under 18, 19 and 21, where the card has them, fit the birth date. */
function fitsAgeDates(card: IdText, orders: readonly DateOrder[], birth: StoreDate): boolean {
  return (
    [
      ['DDH', 18],
      ['DDI', 19],
      ['DDJ', 21],
    ] as const
  ).every(([id, years]) => {
    const until = readIdDate(card.value(id) ?? '', orders);
    // The day itself or the one before, and people born on February 29.
    return !until || Math.abs(birth.add({ years }).until(until, { largestUnit: 'day' }).days) <= 1;
  });
}

function readExpiry(card: IdText, orders: readonly DateOrder[]): Result<StoreDate | 'none', IdCardProblem> {
  const text = card.value('DBA') ?? '';
  if (NO_DATE.test(text)) return card.type === 'ID' ? succeed('none') : refuse({ kind: 'expiry-missing' });
  const expiresOn = readIdDate(text, orders);
  return expiresOn ? succeed(expiresOn) : refuse({ kind: 'expiry-impossible' });
}

function cutOf(flag: string | undefined): NameCut {
  return flag === 'T' ? 'cut' : flag === 'N' ? 'whole' : 'unknown';
}

const BY_HAND = 'Check the card by hand.';

/** What the person at the counter reads: why the scan does not count, and what to do. */
export function idCardMessage(problem: IdCardProblem): string {
  switch (problem.kind) {
    case 'not-an-id':
      return 'This is not the barcode of a license or ID card. Scan the wide barcode on its back, or type what is on the card.';
    case 'too-long':
      return `This text is too long for one license. Scan one card, once. ${BY_HAND}`;
    case 'two-cards':
      return 'Two scans ran into each other. Scan one card, once.';
    case 'header-unreadable':
      return `This barcode does not start the way the standard requires. ${BY_HAND}`;
    case 'version-unknown':
      return `This barcode is of version ${problem.version}. We can read 01 to 11. ${BY_HAND}`;
    case 'cut-short':
      return `The scan is cut short. Scan the card again. If that fails, check it by hand.`;
    case 'run-together':
      return `The scanner leaves out line ends, and this card cannot be read without them. ${BY_HAND}`;
    case 'issuer-unknown':
      return `This barcode names no US state or territory and no Canadian province. ${BY_HAND}`;
    case 'issuer-not-accepted':
      return `A card of ${problem.name} is not proof of age here. Ask for a passport, or a US or Canadian license or ID.`;
    case 'name-missing':
      return `This barcode has no last name. ${BY_HAND}`;
    case 'name-unclear':
      return `This barcode does not say which part of the name is the last name. ${BY_HAND}`;
    case 'contradiction':
      return `This barcode contradicts itself: ${contradictionLabel[problem.what]}. ${BY_HAND}`;
    case 'state-missing':
      return `This barcode has no state or province. ${BY_HAND}`;
    case 'number-missing':
      return `This barcode has no license or ID number. ${BY_HAND}`;
    case 'birth-date-missing':
      return `This barcode has no birth date. ${BY_HAND}`;
    case 'birth-date-impossible':
      return `The birth date in this barcode is not a real date. ${BY_HAND}`;
    case 'birth-date-order':
      return `The birth date in this barcode is not in its issuer’s format. ${BY_HAND}`;
    case 'birth-date-future':
      return `The birth date in this barcode is in the future. ${BY_HAND}`;
    case 'birth-date-too-old':
      return `The birth date in this barcode is more than 120 years ago. ${BY_HAND}`;
    case 'expiry-missing':
      return `This barcode has no expiration date, and a license needs one. ${BY_HAND}`;
    case 'expiry-impossible':
      return `The expiration date in this barcode is not a real date, or not in its issuer’s format. ${BY_HAND}`;
    default:
      return assertNever(problem);
  }
}

const contradictionLabel: Readonly<
  Record<Extract<IdCardProblem, { kind: 'contradiction' }>['what'], string>
> = {
  'birth date': 'it has two birth dates',
  'expiry date': 'it has two expiration dates',
  number: 'it has two numbers',
  name: 'it has two names',
  state: 'its issuer is not the state in its address',
  country: 'its issuer is in another country than it says',
  age: 'its birth date does not fit the day the holder turns 21',
};
