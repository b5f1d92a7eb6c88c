/**
 * Lists who issues the licenses and ID cards that prove age: US states, the District of Columbia, US territories and
 * Canadian provinces and territories (docs/law.md, Proof of age), by the number that their barcode starts with
 * (AAMVA, Issuer Identification Numbers).
 */

import type { IdKind } from '#kernel/statuses.ts';
import { countries } from './countries.ts';

export type IdCountry = 'US' | 'CA';

export type IdIssuer = {
  /** 'NY', as in an address. */
  code: string;
  name: string;
  country: IdCountry;
};

type IssuerRow = IdIssuer & {
  /** Other codes of the same issuer that cards carry in the address. */
  aliases?: readonly string[];
  /** Cards of this issuer were seen with dates that start with the year, against the standard. */
  startsDatesWithYear?: true;
};

const us = (code: string, name: string, more: Partial<IssuerRow> = {}): IssuerRow => ({
  code,
  name,
  country: 'US',
  ...more,
});
const canada = (code: string, name: string, more: Partial<IssuerRow> = {}): IssuerRow => ({
  code,
  name,
  country: 'CA',
  ...more,
});

const issuers: Readonly<Record<string, IssuerRow>> = {
  '604426': canada('PE', 'Prince Edward Island'),
  '604427': us('AS', 'American Samoa'),
  '604428': canada('QC', 'Quebec', { aliases: ['PQ'] }),
  '604429': canada('YT', 'Yukon', { aliases: ['YK'] }),
  '604430': us('MP', 'Northern Mariana Islands'),
  '604431': us('PR', 'Puerto Rico'),
  '604432': canada('AB', 'Alberta'),
  '604433': canada('NU', 'Nunavut'),
  '604434': canada('NT', 'Northwest Territories'),
  '636000': us('VA', 'Virginia'),
  '636001': us('NY', 'New York'),
  '636002': us('MA', 'Massachusetts'),
  '636003': us('MD', 'Maryland'),
  '636004': us('NC', 'North Carolina'),
  '636005': us('SC', 'South Carolina'),
  '636006': us('CT', 'Connecticut'),
  '636007': us('LA', 'Louisiana'),
  '636008': us('MT', 'Montana'),
  '636009': us('NM', 'New Mexico'),
  '636010': us('FL', 'Florida'),
  '636011': us('DE', 'Delaware'),
  '636012': canada('ON', 'Ontario'),
  '636013': canada('NS', 'Nova Scotia'),
  '636014': us('CA', 'California'),
  '636015': us('TX', 'Texas'),
  '636016': canada('NL', 'Newfoundland and Labrador', { aliases: ['NF'] }),
  '636017': canada('NB', 'New Brunswick'),
  '636018': us('IA', 'Iowa'),
  '636019': us('GU', 'Guam'),
  '636020': us('CO', 'Colorado'),
  '636021': us('AR', 'Arkansas'),
  '636022': us('KS', 'Kansas'),
  '636023': us('OH', 'Ohio'),
  '636024': us('VT', 'Vermont'),
  '636025': us('PA', 'Pennsylvania'),
  '636026': us('AZ', 'Arizona'),
  '636028': canada('BC', 'British Columbia'),
  '636029': us('OR', 'Oregon'),
  '636030': us('MO', 'Missouri'),
  '636031': us('WI', 'Wisconsin'),
  '636032': us('MI', 'Michigan'),
  '636033': us('AL', 'Alabama'),
  '636034': us('ND', 'North Dakota'),
  '636035': us('IL', 'Illinois'),
  '636036': us('NJ', 'New Jersey'),
  '636037': us('IN', 'Indiana'),
  '636038': us('MN', 'Minnesota'),
  '636039': us('NH', 'New Hampshire'),
  '636040': us('UT', 'Utah'),
  '636041': us('ME', 'Maine'),
  '636042': us('SD', 'South Dakota'),
  '636043': us('DC', 'District of Columbia'),
  '636044': canada('SK', 'Saskatchewan'),
  '636045': us('WA', 'Washington'),
  '636046': us('KY', 'Kentucky'),
  '636047': us('HI', 'Hawaii'),
  '636048': canada('MB', 'Manitoba'),
  '636049': us('NV', 'Nevada'),
  '636050': us('ID', 'Idaho'),
  '636051': us('MS', 'Mississippi'),
  '636052': us('RI', 'Rhode Island'),
  '636053': us('TN', 'Tennessee'),
  '636054': us('NE', 'Nebraska'),
  '636055': us('GA', 'Georgia'),
  '636058': us('OK', 'Oklahoma'),
  '636059': us('AK', 'Alaska'),
  '636060': us('WY', 'Wyoming', { startsDatesWithYear: true }),
  '636061': us('WV', 'West Virginia', { startsDatesWithYear: true }),
  '636062': us('VI', 'US Virgin Islands'),
};

/** Issuers whose cards are no proof of age in New York. */
const notAccepted: Readonly<Record<string, string>> = {
  '636027': 'the US Department of State',
  '636056': 'Coahuila, Mexico',
  '636057': 'Hidalgo, Mexico',
};

export type IssuerProblem = { kind: 'issuer-unknown' } | { kind: 'issuer-not-accepted'; name: string };

/** The issuer with this number of six digits, or why its cards prove nothing here. */
export function issuerOf(number: string): IssuerRow | IssuerProblem {
  const row = Object.hasOwn(issuers, number) ? issuers[number] : undefined;
  if (row) return row;
  const name = Object.hasOwn(notAccepted, number) ? notAccepted[number] : undefined;
  return name ? { kind: 'issuer-not-accepted', name } : { kind: 'issuer-unknown' };
}

/** Every accepted issuer with its number, for tests and lists. */
export const acceptedIssuers: readonly (IdIssuer & { number: string })[] = Object.entries(issuers).map(
  ([number, { code, name, country }]) => ({ number, code, name, country }),
);

/** The only issuer of military IDs that prove age here, and of most passports. */
export const UNITED_STATES = 'United States';

const namesIn = (country: IdCountry): string[] =>
  acceptedIssuers
    .filter((issuer) => issuer.country === country)
    .map(({ name }) => name)
    .toSorted();

/** What staff choose the issuer of an ID from, in groups. */
export const issuerGroups: readonly { label: string; kinds: readonly IdKind[]; names: readonly string[] }[] =
  [
    {
      label: 'US states and territories',
      kinds: ['driver_license', 'state_id'],
      names: namesIn('US'),
    },
    { label: 'Canadian provinces', kinds: ['driver_license', 'state_id'], names: namesIn('CA') },
    { label: 'Countries, for a passport', kinds: ['passport'], names: Object.values(countries) },
  ];

/** The issuer of this name, in any case, as the list has it; null if none issues IDs of this kind. Military IDs have one. */
export function issuerOfKind(kind: IdKind, name: string): string | null {
  if (kind === 'military_id') return UNITED_STATES;
  const typed = name.toLowerCase();
  const names = issuerGroups.filter(({ kinds }) => kinds.includes(kind)).flatMap((group) => group.names);
  return names.find((each) => each.toLowerCase() === typed) ?? null;
}

/** 'New York' for 'NY'; '' for a code that no US issuer has. */
export function stateName(code: string): string {
  return acceptedIssuers.find((issuer) => issuer.country === 'US' && issuer.code === code)?.name ?? '';
}

/** 'Ontario' for 'ON', 'New York' for 'NY'; '' for a code of no issuer. */
export function issuerName(code: string): string {
  return acceptedIssuers.find((issuer) => issuer.code === code)?.name ?? '';
}
