/** Defines the fields of the sections that only have fields. A row here adds a setting to its screen. */
import type { Settings } from '#core/ground/settings/settings.ts';
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import { storeFacts } from '#core/ground/settings/store-facts.ts';

type Fields<N extends keyof Settings> = readonly SettingsField<keyof Settings[N] & string>[];

const isPhone = (text: string) =>
  text.replaceAll(/\D/g, '').length >= 3 && /^[\d\s()+.-]{3,25}$/.test(text)
    ? null
    : 'Enter a phone number like (607) 555-0142.';

const isEmail = (text: string) =>
  /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text) ? null : 'Enter an email address like hello@example.com.';

/** A time zone that both Node and PostgreSQL know: the list omits names that exist only for compatibility. */
const isZone = (text: string) =>
  Intl.supportedValuesOf('timeZone').includes(text)
    ? null
    : 'Time zone not found. Enter one like America/New_York.';

const matches = (pattern: RegExp, message: string) => (text: string) => (pattern.test(text) ? null : message);

/** A new store's fields are empty, with an example beside each. */
function withExamples(fields: Fields<'store'>): Fields<'store'> {
  return fields.map((field) => {
    const example = storeFacts.find(({ key }) => key === field.key)?.example;
    return field.kind === 'text' && example !== undefined ? { ...field, example } : field;
  });
}

export const storeFields: Fields<'store'> = withExamples([
  {
    kind: 'text',
    key: 'name',
    label: 'Store name',
    longest: 80,
    hint: 'On every page, in emails and in print.',
  },
  {
    kind: 'text',
    key: 'tagline',
    label: 'Tagline',
    longest: 160,
    optional: true,
    hint: 'The sentence below the name on the home page.',
  },
  { kind: 'text', key: 'description', label: 'Description', longest: 600, optional: true, isLong: true },
  {
    kind: 'text',
    key: 'phone',
    label: 'Phone',
    longest: 25,
    type: 'tel',
    check: isPhone,
    hint: 'Customers can tap it to call.',
  },
  { kind: 'text', key: 'email', label: 'Email', longest: 120, type: 'email', check: isEmail },
  { kind: 'text', key: 'addressLine', label: 'Street and number', longest: 120 },
  { kind: 'text', key: 'city', label: 'City', longest: 60 },
  {
    kind: 'text',
    key: 'state',
    label: 'State',
    longest: 2,
    tidy: (text) => (/^new york( state)?$/i.test(text) ? 'NY' : text.toUpperCase()),
    check: matches(/^[A-Z]{2}$/, 'Enter the state as New York, or as two letters.'),
  },
  {
    kind: 'text',
    key: 'zipcode',
    label: 'ZIP code',
    longest: 10,
    check: matches(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code like 13783.'),
  },
  {
    kind: 'text',
    key: 'zone',
    label: 'Time zone',
    words: ['timezone', 'clock', 'daylight saving'],
    longest: 60,
    check: isZone,
    hint: 'For hours, slots and days, such as America/New_York. Existing pickup times do not move.',
  },
  {
    kind: 'text',
    key: 'adultsOnlyNotice',
    label: 'Notice for adults',
    words: ['banner', 'bar', '21'],
    longest: 160,
    hint: 'At the top of every page and in the age gate.',
  },
  {
    kind: 'yes-no',
    key: 'atmOnPremises',
    label: 'ATM',
    words: ['cash machine'],
    yes: 'There is an ATM on site',
    no: 'No ATM on site',
  },
]);

export const licenseFields: Fields<'store'> = withExamples([
  { kind: 'text', key: 'legalName', label: 'Legal name', longest: 120, hint: 'The license holder.' },
  {
    kind: 'text',
    key: 'licenseNumber',
    label: 'License number',
    longest: 80,
    hint: 'On every page and receipt. Existing receipts do not change.',
  },
  { kind: 'text', key: 'licenseType', label: 'License type', longest: 80, hint: 'Such as Microbusiness.' },
]);

export const slotFields: Fields<'pickup'> = [
  {
    kind: 'number',
    key: 'slotMinutes',
    label: 'Length of a slot',
    words: ['pickup time', 'interval', 'window'],
    least: 5,
    most: 240,
    unit: 'minutes',
    hint: 'Existing orders do not move.',
  },
  {
    kind: 'number',
    key: 'capacity',
    label: 'Orders in a slot',
    words: ['capacity', 'maximum', 'pickups at a time'],
    least: 1,
    most: 10_000,
    unit: 'orders',
    hint: 'If a slot already has more orders, they stay; it accepts no new ones.',
  },
  {
    kind: 'number',
    key: 'leadMinutes',
    label: 'Time to pack',
    words: ['lead time', 'notice', 'prepare', 'earliest'],
    least: 0,
    most: 10_080,
    unit: 'minutes',
    hint: 'Time from the reservation to the earliest pickup.',
  },
  {
    kind: 'number',
    key: 'horizonDays',
    label: 'Days offered',
    words: ['advance', 'horizon'],
    least: 1,
    most: 60,
    unit: 'days',
    hint: 'How far ahead pickups can be booked, today included.',
  },
  {
    kind: 'number',
    key: 'holdHours',
    label: 'Reservation without a pickup time',
    words: ['hold', 'expire', 'pending'],
    least: 1,
    most: 168,
    unit: 'hours',
    hint: '“Reserve for Pickup” reserves stock this long, then until the store closes. Existing reservations expire at their original time.',
  },
];

export const holdFields: Fields<'holds'> = [
  {
    kind: 'number',
    key: 'unitsPerCustomer',
    label: 'Units per customer',
    words: ['limit', 'cap', 'maximum'],
    least: 1,
    most: 1_000_000,
    unit: 'units',
    hint: 'Open orders and pending reservations together.',
  },
  {
    kind: 'number',
    key: 'linesPerCustomer',
    label: 'Products per customer',
    words: ['limit', 'cap', 'lines', 'maximum'],
    least: 1,
    most: 100_000,
    unit: 'products',
    hint: 'Reservations, each of one product.',
  },
  {
    kind: 'number',
    key: 'unitsUntilPickup',
    label: 'Units until the first pickup',
    words: ['limit', 'cap', 'maximum', 'new customers', 'fake accounts'],
    least: 1,
    most: 1_000_000,
    unit: 'units',
    hint: 'For customers who have not picked up an order yet. One person with many email addresses can otherwise reserve everything.',
  },
  {
    kind: 'number',
    key: 'ordersUntilPickup',
    label: 'Orders until the first pickup',
    words: ['limit', 'cap', 'maximum', 'new customers', 'fake accounts'],
    least: 1,
    most: 100_000,
    unit: 'orders',
    hint: 'Open orders and pending reservations of such a customer.',
  },
  {
    kind: 'number',
    key: 'ordersPerHour',
    label: 'Orders per hour',
    least: 1,
    most: 100_000,
    unit: 'orders',
    hint: 'For each customer. Counts canceled orders and pending reservations, not orders that staff make.',
  },
  {
    kind: 'number',
    key: 'sameAgainMinutes',
    label: 'Ask before a repeat order',
    words: ['duplicate', 'twice', 'same again'],
    least: 0,
    most: 1440,
    unit: 'minutes',
    hint: 'Customers who reserve the same items within this time must confirm. 0 turns this off.',
  },
  {
    kind: 'number',
    key: 'signUpMinutes',
    label: 'Time to confirm an email',
    words: ['sign-up', 'guest', 'cart'],
    least: 5,
    most: 240,
    unit: 'minutes',
    hint: 'New customers’ items and pickup time are held this long while they confirm. At most half of a pickup time is held this way.',
  },
  {
    kind: 'number',
    key: 'walkInMinutes',
    label: 'Time for a walk-in',
    words: ['counter', 'abandoned'],
    least: 5,
    most: 240,
    unit: 'minutes',
    hint: 'An order made at the counter that no one works on for this long ends, and its units are released.',
  },
  {
    kind: 'number',
    key: 'signUpHoldsPerAddress',
    label: 'Unconfirmed carts per connection',
    least: 0,
    most: 1000,
    unit: 'carts',
    hint: 'Held at a time for one internet address. 0 holds nothing before the email is confirmed.',
  },
  {
    kind: 'number',
    key: 'signUpUnitsPerProduct',
    label: 'Unconfirmed units of a product',
    least: 0,
    most: 100_000,
    unit: 'units',
    hint: 'Held for all people who have not confirmed yet. Never more than half of what is for sale.',
  },
  {
    kind: 'number',
    key: 'signUpUnits',
    label: 'Unconfirmed units in all',
    least: 0,
    most: 1_000_000,
    unit: 'units',
    hint: 'Of all products together.',
  },
];

export const priceFloorFields: Fields<'pricing'> = [
  {
    kind: 'number',
    key: 'floor',
    label: 'Minimum cannabis price',
    words: ['floor', 'lowest'],
    least: 1,
    most: 10,
    scale: 10_000,
    decimals: 4,
    unit: 'times the wholesale price',
    hint: 'New York: 1.5 times the price paid (9 NYCRR 129.3). Ask your counsel what applies to goods you produce.',
  },
  {
    kind: 'choice',
    key: 'belowFloor',
    label: 'If a price is below it',
    options: [
      { value: 'refuse', label: 'Refuse it' },
      { value: 'warn', label: 'Save it after a warning' },
      { value: 'allow', label: 'Allow it' },
    ],
  },
];

export const refundFields: Fields<'refunds'> = [
  {
    kind: 'number',
    key: 'staffLimit',
    label: 'Refunds by staff',
    words: ['money back', 'return', 'permission'],
    least: 0,
    most: 10_000,
    scale: 100,
    decimals: 2,
    unit: 'dollars of an order',
    hint: 'The most that staff can refund of one order, tax included. Admins have no limit. 0 leaves refunds to admins.',
  },
  {
    kind: 'number',
    key: 'staffPerDay',
    label: 'Refunds of one person in a day',
    words: ['money back', 'staff', 'limit'],
    least: 1,
    most: 100,
    unit: 'refunds',
    hint: 'By staff who are not admins. Above this, an admin makes the refund.',
  },
  {
    kind: 'number',
    key: 'staffDayAmount',
    label: 'Cash refunded by one person in a day',
    words: ['money back', 'staff', 'limit'],
    least: 0,
    most: 50_000,
    scale: 100,
    decimals: 2,
    unit: 'dollars',
    hint: 'By staff who are not admins, tax included.',
  },
  {
    kind: 'number',
    key: 'staffDays',
    label: 'Refunds by staff after payment',
    words: ['money back', 'old orders', 'limit'],
    least: 1,
    most: 365,
    unit: 'days',
    hint: 'An admin refunds older orders.',
  },
];

export const cashFields: Fields<'cash'> = [
  {
    kind: 'number',
    key: 'noteAbove',
    label: 'Note for over or short',
    words: ['variance', 'drawer', 'count', 'difference'],
    least: 0,
    most: 1000,
    scale: 100,
    decimals: 2,
    unit: 'dollars',
    hint: 'A drawer that is over or short by more than this is closed only with a note. 0 asks for a note about every cent.',
  },
  {
    kind: 'yes-no',
    key: 'roundsCash',
    label: 'Cash rounding',
    words: ['nickel', 'penny', 'pennies', '5 cents', 'round'],
    yes: 'Round cash to the nearest 5 cents',
    no: 'Take cash to the cent',
    hint: 'For a drawer without pennies. Prices, totals and taxes stay to the cent. The rounding is a line of its own on receipts and in the books. Payments made before stay as they are.',
  },
];

export const missedPickupFields: Fields<'missedPickups'> = [
  {
    kind: 'number',
    key: 'graceMinutes',
    label: 'Grace after the pickup time',
    words: ['no-show', 'late', 'wait', 'reminder'],
    least: 0,
    most: 720,
    unit: 'minutes',
    hint: 'An order waits this long, until you close at the latest. Its customer is reminded once when the grace starts. 0 sends no reminder.',
  },
  {
    kind: 'number',
    key: 'releaseAfterHours',
    label: 'Release automatically after',
    words: ['no-show', 'automatic', 'free units', 'not picked up'],
    least: 0,
    most: 168,
    unit: 'hours',
    hint: 'Counted from the end of the pickup time, never before the grace is over. Paid orders wait for staff. 0 leaves every release to staff.',
  },
  {
    kind: 'number',
    key: 'limit',
    label: 'Limit to one open order from',
    words: ['no-show', 'repeated', 'missed'],
    least: 0,
    most: 20,
    unit: 'missed pickups',
    hint: 'In the last 90 days. Staff can lift the limit on the customer’s page, for example after a call. Days on which you closed do not count. 0 sets no limit.',
  },
];

export const counterFields: Fields<'counter'> = [
  {
    kind: 'yes-no',
    key: 'offlineHandOver',
    label: 'Hand-over without a network',
    words: ['offline', 'connection', 'internet', 'outage', 'tablet'],
    yes: 'Staff may hand orders over without a network',
    no: 'Hand-overs wait for the network',
    hint: 'The tablet checks the ID. Bans, limits and other tablets are checked when the hand-over arrives, after the customer has left.',
  },
];

export const lowStockFields: Fields<'inventory'> = [
  {
    kind: 'number',
    key: 'lowStock',
    label: 'Low-stock level',
    words: ['reorder', 'restock', 'threshold', 'few left'],
    least: 0,
    most: 100_000,
    unit: 'units',
    hint: 'Products with this many units available, or fewer, are low. Edit Product sets another level for one product.',
  },
];

export const discountFields: Fields<'discounts'> = [
  {
    kind: 'yes-no',
    key: 'enabled',
    label: 'Discounts',
    words: ['sale', 'promotion', 'coupon', 'offer'],
    yes: 'Allow discounts and offers',
    no: 'No discounts',
    hint: 'A discount needs dates and terms. Enter them in Edit Product, or in an offer (9 NYCRR 129).',
  },
  {
    kind: 'choice',
    key: 'taxBase',
    label: 'Tax on discounted cannabis',
    options: [
      { value: 'before-discount', label: 'On the list price, as New York requires' },
      { value: 'after-discount', label: 'On the discounted price' },
    ],
  },
];

export const securityFields: Fields<'security'> = [
  {
    kind: 'number',
    key: 'staffSessionHours',
    label: 'Staff stay signed in for',
    words: ['log out', 'logout', 'session', 'timeout'],
    least: 1,
    most: 72,
    unit: 'hours',
    hint: 'They sign in again after this time, even if active. Applies to current sessions too.',
  },
  {
    kind: 'yes-no',
    key: 'staffSecondFactor',
    label: 'Second factor',
    words: ['2fa', 'mfa', 'two-factor', 'authenticator', 'passkey'],
    yes: 'Required for all staff',
    no: 'Optional',
    hint: 'Anyone without one is asked to set one up before entering the back office, including you.',
  },
  {
    kind: 'number',
    key: 'pinIdleMinutes',
    label: 'A shared tablet locks after',
    words: ['pin', 'idle', 'counter', 'timeout'],
    least: 1,
    most: 60,
    unit: 'minutes',
    hint: 'Without a touch or a key. The next person enters their PIN.',
  },
];

export const retentionFields: Fields<'compliance'> = [
  {
    kind: 'number',
    key: 'licensePhotoDays',
    label: 'License photos without a decision',
    words: ['id', 'privacy', 'delete'],
    least: 1,
    most: 30,
    unit: 'days',
    hint: 'A decision deletes them sooner. Existing photos are deleted on their original date.',
  },
  {
    kind: 'number',
    key: 'mailWordsDays',
    label: 'Text of sent emails',
    least: 1,
    most: 365,
    unit: 'days',
    hint: 'Links and codes in private emails are always deleted after one day.',
  },
  {
    kind: 'number',
    key: 'mailDays',
    label: 'List of sent emails',
    least: 30,
    most: 1826,
    unit: 'days',
    hint: 'Recipient, time and delivery status.',
  },
];

/** What is never deleted earlier, because the law requires it (9 NYCRR 125.13: five years). */
export const fixedRetention: readonly { what: string; kept: string }[] = [
  { what: 'Sales, orders and receipts', kept: 'At least 5 years' },
  { what: 'Taxes', kept: 'At least 5 years' },
  { what: 'Stock, lots and the ledger', kept: 'At least 5 years' },
  { what: 'Outcomes of ID checks', kept: 'At least 5 years, without the ID’s data' },
  { what: 'Published texts and changed settings', kept: 'At least 5 years' },
  { what: 'The audit log', kept: 'At least 5 years' },
];
