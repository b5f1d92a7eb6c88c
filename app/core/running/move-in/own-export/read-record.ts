/** Reads one line of an export, and refuses what is no record: an export can be edited by anyone who has it. Pure. */
import { z } from 'zod';
import { allProductFields, productFields } from '#core/goods/catalogue/products/product-fields.ts';
import {
  activityTypes,
  lotStatuses,
  notificationTypes,
  orderStatuses,
  paymentStatuses,
  photoKinds,
  reservationStatuses,
  roles,
  testStatuses,
} from '#kernel/statuses.ts';
import { isPlainText } from '#kernel/text.ts';
import { CURRENT_HASH, isForeignHash } from '#platform/secrets/password-hashing.ts';
import type { RecordKind, Records } from '../records.ts';

const text = (most: number) => z.string().max(most).refine(isPlainText);
const id = text(200).min(1);
const moment = z.iso.datetime();
const day = z.iso.date();
const cents = z.number().int().min(0).max(100_000_000);
const units = z.number().int().min(0).max(1_000_000);
const points = z.number().int().min(0).max(10_000).nullable();
const file = z.object({ bucket: text(100), path: text(500) });
const hash = z
  .string()
  .max(300)
  .refine((value) => value.startsWith(CURRENT_HASH) || isForeignHash(value));
const taxPart = z.object({
  ruleId: text(100),
  name: text(200),
  rate: z.number().min(0).max(10_000),
  ...{ base: cents, amount: cents },
});
const line = z.object({
  productId: id.nullable(),
  name: text(300),
  quantity: z.number().int().min(1).max(1_000_000),
  ...{ unitPrice: cents, unitDiscount: cents, discountTaxed: z.boolean(), tax: cents },
  taxParts: z.array(taxPart).max(20),
  reservationId: z.uuid().nullable(),
  productType: text(40).nullable(),
  categoryName: text(100).nullable(),
  taxClass: text(40).nullable(),
});

/** The fields of a product, each by its own rule; what does not fit is as for a new product. */
const values = z.record(z.string(), z.unknown()).transform((given, context) => {
  const fields = allProductFields.filter((field) => field !== 'categoryId' && field in given);
  const known = Object.fromEntries(
    fields.flatMap((field) => {
      const { read, write } = productFields[field] as {
        read(text: string, texts: Record<string, string>): { value: unknown } | { error: string };
        write(value: unknown): string;
      };
      const isPlain = given[field] === null || ['string', 'number', 'boolean'].includes(typeof given[field]);
      const told = isPlain ? read(String(write(given[field])), {}) : { error: '' };
      return 'value' in told ? [[field, told.value]] : [];
    }),
  );
  if (typeof known.name !== 'string') context.addIssue('a product needs a name');
  return known;
});

const schemas: { [K in RecordKind]: z.ZodType<unknown> } = {
  setting: z.object({ sourceId: id, value: z.record(z.string(), z.unknown()) }),
  category: z.object({ sourceId: id, name: text(100) }),
  product: z.object({
    ...{ sourceId: id, categoryId: id.nullable(), isArchived: z.boolean(), createdAt: moment, values },
  }),
  lot: z.object({
    ...{ sourceId: id, productId: id, batchNumber: text(100), units, status: z.enum(lotStatuses).nullable() },
    testStatus: z.enum(testStatuses).nullable(),
    ...{ labName: text(200).nullable(), coaNumber: text(200).nullable(), packageTag: text(100).nullable() },
    ...{ totalThcBasisPoints: points, totalCbdBasisPoints: points },
    ...{ packagedOn: day.nullable(), expiresOn: day.nullable() },
  }),
  person: z.object({
    ...{ sourceId: id, email: z.string().max(320).toLowerCase(), mergedInto: id.nullable() },
    ...{ isConfirmed: z.boolean(), name: text(200), passwordHash: hash.nullable() },
    providers: z.array(z.object({ issuer: text(300), subject: text(300) })).max(20),
    ...{ role: z.enum(roles), createdAt: moment, phone: text(60).nullable(), address: text(400).nullable() },
    ...{ city: text(200).nullable(), state: text(100).nullable(), zipcode: text(30).nullable() },
    ...{ licenseId: text(60).nullable(), licenseState: text(2).nullable(), licenseVerified: z.boolean() },
    ...{
      birthDate: day.nullable(),
      isVerifiedOver21: z.boolean().nullable(),
      ageDecidedAt: moment.nullable(),
    },
    ...{ isBanned: z.boolean(), banReason: text(1000).nullable(), loyaltyPoints: units },
    preferences: z
      .object({
        ...{ orderUpdates: z.boolean(), accountUpdates: z.boolean(), promotional: z.boolean() },
        ...{ emailNotifications: z.boolean(), pushNotifications: z.boolean() },
      })
      .nullable(),
  }),
  notification: z.object({
    ...{ sourceId: id, personId: id, type: z.enum(notificationTypes), title: text(300), message: text(4000) },
    ...{ read: z.boolean(), createdAt: moment },
  }),
  activity: z.object({
    ...{ sourceId: id, personId: id, type: z.enum(activityTypes), description: text(1000) },
    ...{ metadata: z.record(z.string().max(60), z.string().max(500)), createdAt: moment },
  }),
  favorite: z.object({ sourceId: id, personId: id, productId: id, createdAt: moment }),
  note: z.object({
    ...{
      sourceId: id,
      personId: id,
      authorId: z.uuid(),
      authorName: text(200),
      note: text(4000),
      createdAt: moment,
    },
  }),
  order: z.object({
    ...{ sourceId: id, number: z.number().int().min(1).max(999_999_999).nullable(), personId: id.nullable() },
    ...{ email: text(320), name: text(200), status: z.enum(orderStatuses) },
    ...{ paymentStatus: z.enum(paymentStatuses), isHistory: z.boolean(), createdAt: moment },
    ...{ pickupAt: moment.nullable(), pickupEndsAt: moment.nullable(), birthDate: day.nullable() },
    ...{ endedAt: moment.nullable(), note: text(4000), customerNote: text(4000).nullable() },
    ...{ reservationId: z.uuid().nullable(), lines: z.array(line).min(1).max(500) },
  }),
  reservation: z.object({
    ...{ sourceId: id, personId: id, productId: id, quantity: z.number().int().min(1).max(1_000_000) },
    ...{ unitPrice: cents.nullable(), status: z.enum(reservationStatuses), isHistory: z.boolean() },
    ...{ pickupAt: moment.nullable(), holdExpiresAt: moment.nullable(), createdAt: moment },
  }),
  picture: z.object({
    ...{ sourceId: id, productId: id, position: z.number().int().min(0).max(100), alt: text(500), file },
  }),
  photo: z.object({ sourceId: id, personId: id, photo: z.enum(photoKinds), file }),
  'price-list': z.object({ sourceId: id, file }),
};

/** null for a line that is no record of the kind. */
export function readRecord<K extends RecordKind>(kind: K, line: string): Records[K] | null {
  let told: unknown;
  try {
    told = JSON.parse(line);
  } catch {
    return null;
  }
  const read = schemas[kind].safeParse(told);
  return read.success && isConsistent(kind, read.data as Records[K]) ? (read.data as Records[K]) : null;
}

/** An order has ended or is live, and its tax is that of its parts. */
function isConsistent<K extends RecordKind>(kind: K, record: Records[K]): boolean {
  if (kind !== 'order') return true;
  const { status, isHistory, lines } = record as Records['order'];
  const hasEnded = status === 'completed' || status === 'cancelled' || status === 'no_show';
  return (
    hasEnded === isHistory &&
    lines.every(({ tax, taxParts }) => tax === taxParts.reduce((sum, part) => sum + part.amount, 0))
  );
}
