/**
 * The owner's settings, group by group: their schemas and defaults. Defaults are plausible demo values and the law's
 * wording (docs/law.md); the database stores what the owner changed.
 */
import { z } from 'zod';
import { STORE_TIME_ZONE_DEFAULT } from '#kernel/time.ts';
import { shippedSynonyms } from './shipped-synonyms.ts';
import { MOST_SITES, SITE } from './site.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:30');
const span = z.object({ opens: time, closes: time });
const date = z.iso.date();

const storeSchema = z.object({
  name: z.string().default('Two Branches Farm'),
  legalName: z.string().default('Two Branches Farm LLC'),
  licenseNumber: z.string().default('OCM-SAMPLE-000000 (sample)'),
  licenseType: z.string().default('Microbusiness'),
  phone: z.string().default('(607) 555-0142'),
  email: z.string().default('hello@twobranches.example'),
  addressLine: z.string().default('118 Branch Road'),
  city: z.string().default('Hancock'),
  state: z.string().default('NY'),
  zipcode: z.string().default('13783'),
  zone: z.string().default(STORE_TIME_ZONE_DEFAULT),
  adultsOnlyNotice: z.string().default('For adults 21 and older. Valid ID required at pickup.'),
  tagline: z
    .string()
    .default(
      'Small-batch cannabis, grown where two river branches meet. Reserve online, pick up at the farm.',
    ),
  description: z
    .string()
    .default(
      'A licensed family farm in the western Catskills. We grow, cure and pack everything on the menu ourselves, a few hundred steps from the counter where you pick it up.',
    ),
  atmOnPremises: z.boolean().default(true),
  /** Key in file storage of an uploaded price list; without one the list is made from the catalogue. */
  priceListKey: z.string().nullable().default(null),
});

const warningsSchema = z.object({
  current: z
    .string()
    .default(
      'For use only by persons 21 years of age and older. Keep out of reach of children and pets. If someone accidentally consumes cannabis, contact the Poison Center. Consume responsibly.',
    ),
  rotating: z
    .array(z.string())
    .min(1)
    .default([
      'Cannabis can be addictive.',
      'Cannabis can impair concentration and coordination. Do not operate a vehicle or machinery under the influence of cannabis.',
      'There may be health risks associated with consumption of this product.',
      'Cannabis is not recommended for use by persons who are pregnant or nursing.',
    ]),
  poisonCenter: z.string().default('1-800-222-1222'),
  hopeline: z.string().default('1-877-846-7369'),
  hopelineText: z
    .string()
    .default(
      'Concerned about your cannabis use? Contact the New York State HOPEline by texting HOPENY (467369), calling 1-877-8-HOPENY, or visiting oasas.ny.gov/hopeline.',
    ),
  crisisLine: z.string().default('988'),
});

const weekday = z.array(span);

const exceptionWords = {
  /** For staff. */
  note: z.string().optional(),
  /** Why the day differs, as shoppers read it. */
  reason: z.string().max(200).optional(),
};

export const pickupSchema = z.object({
  /** Posted hours by ISO weekday, 1 = Monday. Store-local times. */
  weekly: z
    .object({ 1: weekday, 2: weekday, 3: weekday, 4: weekday, 5: weekday, 6: weekday, 7: weekday })
    .default({
      1: [{ opens: '10:00', closes: '19:00' }],
      2: [{ opens: '10:00', closes: '19:00' }],
      3: [{ opens: '10:00', closes: '19:00' }],
      4: [{ opens: '10:00', closes: '20:00' }],
      5: [{ opens: '10:00', closes: '20:00' }],
      6: [{ opens: '09:00', closes: '20:00' }],
      7: [{ opens: '11:00', closes: '17:00' }],
    }),
  exceptions: z
    .array(
      z.union([
        z.object({ date, closed: z.literal(true), ...exceptionWords }),
        z.object({ date, spans: z.array(span), ...exceptionWords }),
      ]),
    )
    .default([]),
  slotMinutes: z.number().int().min(5).max(240).default(30),
  leadMinutes: z.number().int().min(0).max(10_080).default(60),
  /** Orders per slot. */
  capacity: z.number().int().min(1).max(10_000).default(12),
  /** How many days ahead slots are offered, today included. */
  horizonDays: z.number().int().min(1).max(60).default(7),
  /**
   * The minimum time that 'Reserve for Pickup' holds stock before a pickup time is chosen; the hold lasts until the
   * next closing time.
   */
  holdHours: z.number().int().min(1).max(168).default(24),
  /** Whether the town permits hand-over between midnight and 08:00 (docs/law.md, Hours). */
  nightPermitted: z.boolean().default(false),
});

const orderingSchema = z.object({
  /** Whether the shop accepts no reservations for now. */
  paused: z.boolean().default(false),
  /** The reason, as shoppers read it. */
  reason: z.string().max(200).default(''),
  /** Store-local yyyy-mm-ddThh:mm when reservations resume; null until staff resume them. */
  until: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
    .nullable()
    .default(null),
});

const holdsSchema = z.object({
  /** Units one customer can have reserved at a time, pending reservations and open orders together. */
  unitsPerCustomer: z.number().int().min(1).max(1_000_000).default(60),
  /** Reservations, each of one product. */
  linesPerCustomer: z.number().int().min(1).max(100_000).default(30),
  /** The same before the customer's first pickup: a new account is an email address, and someone may have many. */
  unitsUntilPickup: z.number().int().min(1).max(1_000_000).default(12),
  /** Orders, and reservations without one, before the first pickup. */
  ordersUntilPickup: z.number().int().min(1).max(100_000).default(2),
  /** Orders and reservations that one customer makes within an hour, canceled ones included. */
  ordersPerHour: z.number().int().min(1).max(100_000).default(6),
  /** Within this many minutes, reserving the same items again needs a confirmation; 0 never asks. */
  sameAgainMinutes: z.number().int().min(0).max(1440).default(10),
  /** Minutes that a guest's items and pickup time are held until the email is confirmed. */
  signUpMinutes: z.number().int().min(5).max(240).default(30),
  /** Minutes without work on it until a walk-in at the counter ends and its units are released. */
  walkInMinutes: z.number().int().min(5).max(240).default(30),
  /** Holds of sign-ups at a time from one client address. */
  signUpHoldsPerAddress: z.number().int().min(0).max(1000).default(3),
  /** Units of one product in such holds; never more than half of what is for sale. */
  signUpUnitsPerProduct: z.number().int().min(0).max(100_000).default(6),
  /** Units in such holds, of all products. */
  signUpUnits: z.number().int().min(0).max(1_000_000).default(100),
});

const complianceSchema = z.object({
  minimumAge: z.number().int().min(21).default(21),
  ageGateDays: z.number().int().min(1).max(365).default(30),
  /** How long an undecided license photo is stored; a decision deletes it earlier (docs/law.md, Privacy). */
  licensePhotoDays: z.number().int().min(1).max(30).default(30),
  /** How long the text of mail to customers and staff is stored, in days; private mail for one day. */
  mailWordsDays: z.number().int().min(1).max(365).default(30),
  /** How long the record of a mail is stored, in days: to whom it went and whether it arrived. */
  mailDays: z.number().int().min(30).max(1826).default(365),
  /** Possession limits per person, in mg (Penal Law §222.05). */
  cannabisMg: z.number().int().default(85_048),
  concentrateMg: z.number().int().default(24_000),
  /** Whether an edible's THC counts inside the concentrate limit, or against a separate limit in mg. */
  edibleThcMg: z.union([z.literal('inside-concentrate'), z.number().int()]).default('inside-concentrate'),
});

const securitySchema = z.object({
  /** Staff sign in again after this many hours, regardless of activity. */
  staffSessionHours: z.number().int().min(1).max(72).default(12),
  /** Whether the back office requires a second factor: a code, or a passkey. */
  staffSecondFactor: z.boolean().default(false),
  /** A session by PIN on a shared tablet ends after this many minutes without a touch or a key. */
  pinIdleMinutes: z.number().int().min(1).max(60).default(10),
});

const pricingSchema = z.object({
  /** The minimum price of cannabis as a share of its wholesale price, in basis points (docs/law.md, Promotions). */
  floor: z.number().int().min(10_000).max(100_000).default(15_000),
  /** What happens with a price below it: refused, saved after reading a warning, or not checked. */
  belowFloor: z.enum(['refuse', 'warn', 'allow']).default('warn'),
});

const discountsSchema = z.object({
  /** Whether products may cost less than their list price for some days. When off, every price is the list price. */
  enabled: z.boolean().default(false),
  /**
   * What the tax on discounted cannabis is computed on: the list price, or the charged price (docs/law.md, Promotions).
   */
  taxBase: z.enum(['before-discount', 'after-discount']).default('before-discount'),
});

const refundsSchema = z.object({
  /** Cents that staff other than admins may refund of one order, in one refund or several; 0 leaves refunds to admins. */
  staffLimit: z.number().int().min(0).max(1_000_000).default(0),
  /** How many refunds one of them may make in a day, and of how many cents together. */
  staffPerDay: z.number().int().min(1).max(100).default(5),
  staffDayAmount: z.number().int().min(0).max(5_000_000).default(20_000),
  /** How many days after the payment they may refund; later an admin does. */
  staffDays: z.number().int().min(1).max(365).default(14),
});

const cashSchema = z.object({
  /** Cents that a drawer may be over or short without a note. */
  noteAbove: z.number().int().min(0).max(100_000).default(500),
  /** Whether cash due is rounded to the nearest 5 cents; totals and taxes are not. */
  roundsCash: z.boolean().default(false),
});

/** Where the journal of the books goes, in the accountant's program: account names (QuickBooks) or codes (Xero). */
const account = z.string().trim().min(1).max(100);
const accountingSchema = z.object({
  program: z.enum(['quickbooks', 'xero']).default('quickbooks'),
  cash: account.default('Cash on hand'),
  cannabisSales: account.default('Sales of cannabis'),
  otherSales: account.default('Other sales'),
  discounts: account.default('Discounts given'),
  refunds: account.default('Sales returns'),
  cannabisTax: account.default('Cannabis tax payable'),
  salesTax: account.default('Sales tax payable'),
  rounding: account.default('Cash over and short'),
  advance: account.default('Customer prepayments'),
  /** Both, or the cost of goods is in no entry. */
  costOfGoods: z.string().trim().max(100).default(''),
  inventory: z.string().trim().max(100).default(''),
  /** The name of the rate in Xero for lines without tax of their own. */
  taxRate: z.string().trim().min(1).max(60).default('Tax Exempt (0%)'),
});

const missedPickupsSchema = z.object({
  /** Minutes that an order waits after its pickup time, until closing at the latest; its customer is reminded once. */
  graceMinutes: z.number().int().min(0).max(720).default(60),
  /** Hours after the pickup time at which the shop releases the order by itself; 0 leaves it to staff. */
  releaseAfterHours: z.number().int().min(0).max(168).default(0),
  /** From this many missed pickups in 90 days on, a customer may have one open order at a time; 0 for no limit. */
  limit: z.number().int().min(0).max(20).default(0),
});

const counterSchema = z.object({
  /** Whether staff may hand orders over while their tablet has no network; each is checked again when it arrives. */
  offlineHandOver: z.boolean().default(false),
});

const inventorySchema = z.object({
  /** This many units available, or fewer, count as low stock, unless the product has a level of its own. */
  lowStock: z.number().int().min(0).max(100_000).default(5),
});

const publishingSchema = z.object({
  /** Words that trigger a warning when a product goes on sale: slang, health claims, appeal to minors. */
  flaggedWords: z
    .array(z.string().trim().min(1).max(60))
    .max(500)
    .default([
      'weed',
      'pot',
      'stoner',
      'stoned',
      'ganja',
      'dank',
      '420',
      'candy',
      'gummy',
      'gummies',
      'kid',
      'kids',
      'cure',
      'cures',
      'heal',
      'heals',
      'healing',
      'relief',
      'relieves',
      'pain',
      'anxiety',
      'insomnia',
      'medicine',
      'medicinal',
      'therapy',
      'therapeutic',
      'potent',
      'strongest',
    ]),
});

const searchSchema = z.object({
  /** Groups of words or short phrases that the catalogue's search treats as equal (synonyms.ts). */
  synonyms: z
    .array(z.array(z.string().min(1).max(40)).min(2).max(12))
    .max(200)
    .default(() => shippedSynonyms.map((group) => [...group])),
});

const menuSchema = z.object({
  /**
   * Category ids in the order of the menu. Categories that are not listed come after them: cannabis first, then by
   * their own position.
   */
  categoryOrder: z.array(z.number().int()).max(500).default([]),
});

const sharingSchema = z.object({
  /** Origins of sites that may show the menu in a frame, such as https://partner.example. */
  sites: z.array(z.string().max(260).regex(SITE)).max(MOST_SITES).default([]),
  /** Whether programs without a token may read the menu feed. */
  feed: z.boolean().default(false),
});

const openingSchema = z.object({
  /**
   * Whether visitors get the shop. A store that was started empty for production is closed until its owner opens it.
   */
  isOpen: z.boolean().default(true),
  /** Set-up steps whose shipped values the owner has confirmed. */
  confirmed: z.array(z.string().max(30)).max(20).default([]),
  /** Whether the dashboard hides the remaining set-up steps. */
  isSetUpHidden: z.boolean().default(true),
});

export const settingsSchemas = {
  store: storeSchema,
  warnings: warningsSchema,
  pickup: pickupSchema,
  ordering: orderingSchema,
  holds: holdsSchema,
  compliance: complianceSchema,
  security: securitySchema,
  pricing: pricingSchema,
  discounts: discountsSchema,
  refunds: refundsSchema,
  cash: cashSchema,
  accounting: accountingSchema,
  missedPickups: missedPickupsSchema,
  counter: counterSchema,
  inventory: inventorySchema,
  publishing: publishingSchema,
  search: searchSchema,
  menu: menuSchema,
  sharing: sharingSchema,
  opening: openingSchema,
} as const;

export type SettingsName = keyof typeof settingsSchemas;
export type StoreSettings = z.output<typeof storeSchema>;
export type WarningSettings = z.output<typeof warningsSchema>;
export type PickupSettings = z.output<typeof pickupSchema>;
export type OrderingSettings = z.output<typeof orderingSchema>;
export type HoldSettings = z.output<typeof holdsSchema>;
export type ComplianceSettings = z.output<typeof complianceSchema>;
export type SecuritySettings = z.output<typeof securitySchema>;
export type PricingSettings = z.output<typeof pricingSchema>;
export type DiscountSettings = z.output<typeof discountsSchema>;
export type RefundSettings = z.output<typeof refundsSchema>;
export type CashSettings = z.output<typeof cashSchema>;
export type AccountingSettings = z.output<typeof accountingSchema>;
export type MissedPickupSettings = z.output<typeof missedPickupsSchema>;
export type CounterSettings = z.output<typeof counterSchema>;
export type InventorySettings = z.output<typeof inventorySchema>;
export type PublishingSettings = z.output<typeof publishingSchema>;
export type SharingSettings = z.output<typeof sharingSchema>;
export type OpeningSettings = z.output<typeof openingSchema>;
export type MenuSettings = z.output<typeof menuSchema>;
export type SearchSettings = z.output<typeof searchSchema>;

export type Settings = {
  store: StoreSettings;
  warnings: WarningSettings;
  pickup: PickupSettings;
  ordering: OrderingSettings;
  holds: HoldSettings;
  compliance: ComplianceSettings;
  security: SecuritySettings;
  pricing: PricingSettings;
  discounts: DiscountSettings;
  refunds: RefundSettings;
  cash: CashSettings;
  accounting: AccountingSettings;
  missedPickups: MissedPickupSettings;
  counter: CounterSettings;
  inventory: InventorySettings;
  publishing: PublishingSettings;
  search: SearchSettings;
  menu: MenuSettings;
  sharing: SharingSettings;
  opening: OpeningSettings;
};

/** The complete shipped defaults. */
export function defaultSettings(): Settings {
  return {
    store: storeSchema.parse({}),
    warnings: warningsSchema.parse({}),
    pickup: pickupSchema.parse({}),
    ordering: orderingSchema.parse({}),
    holds: holdsSchema.parse({}),
    compliance: complianceSchema.parse({}),
    security: securitySchema.parse({}),
    pricing: pricingSchema.parse({}),
    discounts: discountsSchema.parse({}),
    refunds: refundsSchema.parse({}),
    cash: cashSchema.parse({}),
    accounting: accountingSchema.parse({}),
    missedPickups: missedPickupsSchema.parse({}),
    counter: counterSchema.parse({}),
    inventory: inventorySchema.parse({}),
    publishing: publishingSchema.parse({}),
    search: searchSchema.parse({}),
    menu: menuSchema.parse({}),
    sharing: sharingSchema.parse({}),
    opening: openingSchema.parse({}),
  };
}
