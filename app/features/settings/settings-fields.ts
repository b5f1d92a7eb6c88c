/** The fields of the sections that are nothing but fields. A new setting gets onto its screen by a row here. */
import type { Settings } from './settings.ts';
import type { SettingsField } from './settings-field.ts';

type Fields<N extends keyof Settings> = readonly SettingsField<keyof Settings[N] & string>[];

const isPhone = (text: string) =>
  text.replaceAll(/\D/g, '').length >= 3 && /^[\d\s()+.-]{3,25}$/.test(text)
    ? null
    : 'Give a phone number like (607) 555-0142.';

const isEmail = (text: string) =>
  /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text) ? null : 'Give an email address like hello@example.com.';

/** One of the zones that Node and PostgreSQL both know: the list has no names that are only kept for old files. */
const isZone = (text: string) =>
  Intl.supportedValuesOf('timeZone').includes(text)
    ? null
    : 'There is no such time zone. Give one like America/New_York.';

const matches = (pattern: RegExp, message: string) => (text: string) => (pattern.test(text) ? null : message);

export const storeFields: Fields<'store'> = [
  {
    kind: 'text',
    key: 'name',
    label: 'Store name',
    longest: 80,
    hint: 'On every page, in mails and on paper.',
  },
  {
    kind: 'text',
    key: 'tagline',
    label: 'Tagline',
    longest: 160,
    hint: 'The sentence under the name on the first page.',
  },
  { kind: 'text', key: 'description', label: 'Description', longest: 600, isLong: true },
  {
    kind: 'text',
    key: 'phone',
    label: 'Phone',
    longest: 25,
    type: 'tel',
    check: isPhone,
    hint: 'Pages make it a number to call.',
  },
  { kind: 'text', key: 'email', label: 'Email', longest: 120, type: 'email', check: isEmail },
  { kind: 'text', key: 'addressLine', label: 'Street and number', longest: 120 },
  { kind: 'text', key: 'city', label: 'City', longest: 60 },
  {
    kind: 'text',
    key: 'state',
    label: 'State',
    longest: 2,
    check: matches(/^[A-Z]{2}$/, 'Give the state as two letters, such as NY.'),
  },
  {
    kind: 'text',
    key: 'zipcode',
    label: 'ZIP code',
    longest: 10,
    check: matches(/^\d{5}(-\d{4})?$/, 'Give a ZIP code like 13783.'),
  },
  {
    kind: 'text',
    key: 'zone',
    label: 'Time zone',
    longest: 60,
    check: isZone,
    hint: 'Hours, slots and days are this place’s, such as America/New_York. Pickup times already promised stay the moments they are.',
  },
  {
    kind: 'text',
    key: 'adultsOnlyNotice',
    label: 'Notice for adults',
    longest: 160,
    hint: 'In the line on top of every page, and at the age gate.',
  },
  {
    kind: 'yes-no',
    key: 'atmOnPremises',
    label: 'ATM',
    yes: 'There is an ATM on the premises',
    no: 'There is none',
  },
];

export const licenseFields: Fields<'store'> = [
  { kind: 'text', key: 'legalName', label: 'Legal name', longest: 120, hint: 'Who holds the license.' },
  {
    kind: 'text',
    key: 'licenseNumber',
    label: 'License number',
    longest: 80,
    hint: 'On every page and every receipt. Receipts already made keep the one they were made with.',
  },
  { kind: 'text', key: 'licenseType', label: 'License type', longest: 80, hint: 'Such as Microbusiness.' },
];

export const slotFields: Fields<'pickup'> = [
  {
    kind: 'number',
    key: 'slotMinutes',
    label: 'Length of a slot',
    least: 5,
    most: 240,
    unit: 'minutes',
    hint: 'Orders already placed keep the time they were promised.',
  },
  {
    kind: 'number',
    key: 'capacity',
    label: 'Orders in a slot',
    least: 1,
    most: 10_000,
    unit: 'orders',
    hint: 'A slot that has more orders than a new number allows keeps them and takes no further ones.',
  },
  {
    kind: 'number',
    key: 'leadMinutes',
    label: 'Time to pack',
    least: 0,
    most: 10_080,
    unit: 'minutes',
    hint: 'From reserving to the earliest pickup.',
  },
  {
    kind: 'number',
    key: 'horizonDays',
    label: 'Days offered',
    least: 1,
    most: 60,
    unit: 'days',
    hint: 'How far ahead pickups can be booked, today included.',
  },
  {
    kind: 'number',
    key: 'holdHours',
    label: 'Hold without a pickup time',
    least: 1,
    most: 168,
    unit: 'hours',
    hint: 'How long “Reserve for Pickup” keeps stock. Holds already made end when they were said to.',
  },
];

export const holdFields: Fields<'holds'> = [
  {
    kind: 'number',
    key: 'unitsPerCustomer',
    label: 'Units per customer',
    least: 1,
    most: 1_000_000,
    unit: 'units',
    hint: 'Open orders and pending reservations together.',
  },
  {
    kind: 'number',
    key: 'linesPerCustomer',
    label: 'Products per customer',
    least: 1,
    most: 100_000,
    unit: 'products',
    hint: 'Reservations, each of one product.',
  },
  {
    kind: 'number',
    key: 'sameAgainMinutes',
    label: 'Ask before a repeat order',
    least: 0,
    most: 1440,
    unit: 'minutes',
    hint: 'Within so many minutes the same items are reserved only when asked for once more. 0 never asks.',
  },
];

export const priceFloorFields: Fields<'pricing'> = [
  {
    kind: 'number',
    key: 'floor',
    label: 'Least price of cannabis',
    least: 1,
    most: 10,
    scale: 10_000,
    decimals: 4,
    unit: 'times the wholesale price',
    hint: 'New York: 1.5 times what was paid (9 NYCRR 129.3). What counts for goods of your own is your counsel’s question.',
  },
  {
    kind: 'choice',
    key: 'belowFloor',
    label: 'A price below it',
    options: [
      { value: 'refuse', label: 'Is refused' },
      { value: 'warn', label: 'Is saved by who has read the warning' },
      { value: 'allow', label: 'Is not looked at' },
    ],
  },
];

export const discountFields: Fields<'discounts'> = [
  {
    kind: 'yes-no',
    key: 'enabled',
    label: 'Discounts',
    yes: 'Products may cost less than their list price for some days',
    no: 'Every price is the list price',
    hint: 'A discount needs its days and its terms, which you give in Edit Product (9 NYCRR 129).',
  },
  {
    kind: 'choice',
    key: 'taxBase',
    label: 'Tax on discounted cannabis',
    options: [
      { value: 'before-discount', label: 'On the list price, as New York asks' },
      { value: 'after-discount', label: 'On what is charged' },
    ],
  },
];

export const securityFields: Fields<'security'> = [
  {
    kind: 'number',
    key: 'staffSessionHours',
    label: 'A sign-in of staff lasts',
    least: 1,
    most: 72,
    unit: 'hours',
    hint: 'However much they do meanwhile. It counts for those signed in now, too.',
  },
  {
    kind: 'yes-no',
    key: 'staffSecondFactor',
    label: 'Second factor',
    yes: 'Asked of everybody in the back office',
    no: 'Everybody’s own choice',
    hint: 'Whoever has none is led to set one up before the back office opens, you included.',
  },
];

export const retentionFields: Fields<'compliance'> = [
  {
    kind: 'number',
    key: 'licensePhotoDays',
    label: 'License photos nobody has decided about',
    least: 1,
    most: 30,
    unit: 'days',
    hint: 'A decision removes them earlier. Photos already sent keep the day they were promised to go.',
  },
  {
    kind: 'number',
    key: 'mailWordsDays',
    label: 'Words of sent mail',
    least: 1,
    most: 365,
    unit: 'days',
    hint: 'Links and codes of private mail go after a day, whatever is set here.',
  },
  {
    kind: 'number',
    key: 'mailDays',
    label: 'The list of sent mail',
    least: 30,
    most: 1826,
    unit: 'days',
    hint: 'To whom, when, and whether it arrived.',
  },
];

/** What stays however long, because the law asks for it (9 NYCRR 125.13: five years). */
export const fixedRetention: readonly { what: string; kept: string }[] = [
  { what: 'Sales, orders and receipts', kept: 'At least 5 years' },
  { what: 'Taxes', kept: 'At least 5 years' },
  { what: 'Stock, lots and the ledger', kept: 'At least 5 years' },
  { what: 'Outcomes of ID checks', kept: 'At least 5 years, without the ID’s data' },
  { what: 'Published texts and changed settings', kept: 'At least 5 years' },
  { what: 'The audit log', kept: 'At least 5 years' },
];
