/** The format of an export: names of its files, and its description. Pure. */
import { type RecordKind, recordKinds } from '../records.ts';

export const DESCRIPTION = 'description.json';
const FORMAT = 'farmgate-export';
const VERSION = 1;

export const recordsFile = (kind: RecordKind): string => `records/${kind}.jsonl`;

const ABOUT: Readonly<Record<RecordKind, string>> = {
  setting:
    'The owner’s settings by group, but for those that a new shop decides itself: opening, security, sharing.',
  category: 'Categories of the menu.',
  product:
    'Products; `values` are their fields. Prices in cents, percentages in basis points, weights in milligrams.',
  lot: 'Lots with the units in the building, those that orders hold included.',
  person:
    'People with account, profile, license number, role and preferences. Password hashes are scrypt or bcrypt.',
  notification: 'Messages in people’s bells.',
  activity: 'What people did, as their activity page shows it.',
  favorite: 'Products that people marked.',
  note: 'What staff noted about people.',
  order: 'Orders with their lines; the number without ‘ORD’. An order’s amounts are the sums of its lines.',
  reservation: 'Reservations without an order.',
  picture: 'Pictures of products; the files are in files/product-images.',
  photo: 'Photos of customers; the files are in files/license-photos and files/profile-photos.',
  'price-list': 'The owner’s own price list; the file is in files/price-lists.',
};

export type Description = {
  format: typeof FORMAT;
  version: number;
  madeAt: string;
  notes: string;
  kinds: { kind: RecordKind; records: string; csv: string; rows: number; about: string }[];
};

export function describe(counts: readonly { kind: RecordKind; rows: number }[], now: Date): Description {
  return {
    format: FORMAT,
    version: VERSION,
    madeAt: now.toISOString(),
    notes:
      'Records refer to each other by sourceId. Moments are ISO 8601 in UTC, days yyyy-mm-dd, money cents. settings.json has all of the owner’s settings, for people. This folder has personal data as it is: keep it like the shop itself.',
    kinds: recordKinds.map((kind) => ({
      kind,
      records: recordsFile(kind),
      csv: `csv/${kind}.csv`,
      rows: counts.find((each) => each.kind === kind)?.rows ?? 0,
      about: ABOUT[kind],
    })),
  };
}

export function isDescription(value: unknown): value is Description {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Description).format === FORMAT &&
    (value as Description).version === VERSION
  );
}
