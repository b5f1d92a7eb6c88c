/**
 * Defines the fields of a product for editing by staff: one row per field gives the form its label and tab,
 * and says how to parse and format its text. Forms, bulk edit, comparison after a stale save and tests read
 * this table.
 */

import { printedGtin, readGtin } from '#kernel/gtin.ts';
import { basisPoints, cents, parseCents, percentOf } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { type LimitCategory, limitCategories } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { STRAIN_TYPES, type StrainType } from '../search/strain.ts';

/** Percentages are basis points, contents milligrams, prices cents. */
export type ProductValues = {
  name: string;
  categoryId: number;
  productType: string;
  size: string | null;
  retailPrice: number;
  wholesalePrice: number;
  /** Off the retail price; null for none. Its days are yyyy-mm-dd, including the last. */
  discount: number | null;
  discountFrom: string | null;
  discountUntil: string | null;
  discountTerms: string | null;
  forSale: boolean;
  strainCode: string | null;
  strainName: string | null;
  strainType: StrainType | null;
  lineage: string | null;
  terpenes: string | null;
  /** Units; null for the store's level. */
  lowStockLevel: number | null;
  upcCode: string | null;
  requiresId: boolean;
  taxClass: TaxClass;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  netWeightMg: number | null;
  servings: number | null;
  thcBasisPoints: number | null;
  cbdBasisPoints: number | null;
  thcMgPerPackage: number | null;
  cbdMgPerPackage: number | null;
  biotrackId: string | null;
  labTestId: string | null;
  description: string;
  cannabisContent: string | null;
};

export type ProductField = keyof ProductValues;

/** The types that a store without products offers; cannabis brings the legal rules. */
export const shippedTypes = ['cannabis', 'merchandise', 'apparel', 'food'] as const;

/** Asks for the type of a new product whose category does not say it. */
export const TYPE_NEEDED = 'Choose the product type: its category has no products yet.';

export const taxClasses = ['cannabis', 'merchandise', 'clothing', 'food'] as const;
export type TaxClass = (typeof taxClasses)[number];

export type ProductTab = 'info' | 'compliance' | 'description';

type Read<T> = { value: T } | { error: string };

type FieldRow<T> = {
  label: string;
  tab: ProductTab;
  /** Parses what a person typed; `texts` is the whole form, for values that are a percentage of another field. */
  read(text: string, texts?: Readonly<Record<string, string>>): Read<T>;
  /** Formats the value for the form. */
  write(value: T): string;
};

/** The maximum characters of a description; a form with two of them fits the shop's request limit. */
export const LONGEST_DESCRIPTION = 2000;
/** The most units that a low-stock level can have. */
const HIGHEST_LEVEL = 100_000;
const MAXIMUM_PRICE = 100_000_000;
const LARGEST = 1_000_000_000;

const text = (maximum: number, label: string): Pick<FieldRow<string | null>, 'read' | 'write'> => ({
  read: (given) => {
    const value = cleanText(given);
    if (!isPlainText(value)) return { error: `${label}: these characters cannot be saved.` };
    if (value.length > maximum) return { error: `${label}: at most ${maximum} characters.` };
    return { value: value === '' ? null : value };
  },
  write: (value) => value ?? '',
});

const choice = <const C extends string>(
  options: readonly C[],
): Pick<FieldRow<C | null>, 'read' | 'write'> => ({
  read: (given) => {
    if (given === '') return { value: null };
    const value = options.find((option) => option === given);
    return value === undefined ? { error: 'Choose an option from the list.' } : { value };
  },
  write: (value) => value ?? '',
});

const flag: Pick<FieldRow<boolean>, 'read' | 'write'> = {
  read: (given) =>
    given === 'yes' || given === 'no' ? { value: given === 'yes' } : { error: 'Choose yes or no.' },
  write: (value) => (value ? 'yes' : 'no'),
};

const price = (label: string): Pick<FieldRow<number>, 'read' | 'write'> => ({
  read: (given) => {
    const value = parseCents(given);
    if (value === null || value < 0 || value > MAXIMUM_PRICE)
      return {
        error: `${label}: enter an amount from $0 to $${formatNumber(MAXIMUM_PRICE / 100)} with at most two decimals, like 24.50.`,
      };
    return { value };
  },
  write: (value) => (value / 100).toFixed(2),
});

const NO_GTIN =
  'Compare the UPC with the package: it has 8, 12, 13 or 14 digits, and the last one checks the others.';

const AMOUNT_OR_SHARE = 'Enter an amount like 5.00, or a percentage like 20%.';

/** An amount, or a percentage of the retail price in the same form; half a cent rounds up. Empty is null. */
const discount: Pick<FieldRow<number | null>, 'read' | 'write'> = {
  read: (given, texts) => {
    const value = given.trim();
    if (value === '') return { value: null };
    const [, share] = /^(\d{1,2}(?:\.\d{1,2})?)\s*%$/.exec(value) ?? [];
    const of = parseCents(texts?.retailPrice ?? '');
    if (share !== undefined && of === null) return { error: 'Enter the discount as an amount like 5.00.' };
    const amount =
      share === undefined
        ? parseCents(value)
        : percentOf(of ?? cents(0), basisPoints(Math.round(Number(share) * 100)));
    if (amount === null || amount < 0 || amount > MAXIMUM_PRICE) return { error: AMOUNT_OR_SHARE };
    return { value: amount === 0 ? null : amount };
  },
  write: (value) => (value === null ? '' : (value / 100).toFixed(2)),
};

/** Whether the day exists in the calendar; does not use the calendar library, because browsers load this file. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const day: Pick<FieldRow<string | null>, 'read' | 'write'> = {
  read: (given) => {
    const value = given.trim();
    if (value === '') return { value: null };
    return isDate(value) ? { value } : { error: 'Enter a date like 2026-11-30.' };
  },
  write: (value) => value ?? '',
};

const whole = (maximum: number, what: string): Pick<FieldRow<number | null>, 'read' | 'write'> => ({
  read: (given) => {
    const value = given.trim();
    if (value === '') return { value: null };
    if (!/^\d{1,10}$/.test(value) || Number(value) > maximum) return { error: `Give ${what}.` };
    return { value: Number(value) };
  },
  write: (value) => (value === null ? '' : String(value)),
});

const percent: Pick<FieldRow<number | null>, 'read' | 'write'> = {
  read: (given) => {
    const value = given.trim().replace(/\s*%$/, '');
    if (value === '') return { value: null };
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(value) || Number(value) > 100)
      return { error: 'Enter a percentage from 0 to 100, like 24.5.' };
    return { value: Math.round(Number(value) * 100) };
  },
  write: (value) => (value === null ? '' : String(value / 100)),
};

/** '3.5 g' and '100 mg'; a number without a unit is ambiguous, so it is refused. */
const mass: Pick<FieldRow<number | null>, 'read' | 'write'> = {
  read: (given) => {
    const value = given.trim();
    if (value === '') return { value: null };
    const [, amount = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(g|mg)$/i.exec(value) ?? [];
    const milligrams = Number(amount) * (unit.toLowerCase() === 'g' ? 1000 : 1);
    const isWhole = Math.abs(milligrams - Math.round(milligrams)) < 1e-6;
    if (unit === '' || !isWhole || milligrams > LARGEST)
      return { error: 'Enter an amount with its unit, like 3.5 g or 100 mg.' };
    return { value: Math.round(milligrams) };
  },
  write: (value) => {
    if (value === null) return '';
    return value >= 1000 ? `${value / 1000} g` : `${value} mg`;
  },
};

/** A required text field. */
const needed = (
  row: Pick<FieldRow<string | null>, 'read' | 'write'>,
  error: string,
): Pick<FieldRow<string>, 'read' | 'write'> => ({
  read: (given) => {
    const read = row.read(given);
    return 'error' in read ? read : read.value === null ? { error } : { value: read.value };
  },
  write: row.write,
});

const productType: Pick<FieldRow<string>, 'read' | 'write'> = {
  read: (given) => {
    const value = given
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    if (value === '') return { error: 'Enter the product type.' };
    if (STRAIN_TYPES.some((type) => type === value))
      return { error: `Product type: such as cannabis or apparel. ‘${value}’ is a type of strain.` };
    return /^[a-z][a-z0-9_]{0,39}$/.test(value)
      ? { value }
      : { error: 'A product type has letters, digits and spaces only, at most 40.' };
  },
  write: (value) => value,
};

export const productFields: { readonly [F in ProductField]: FieldRow<ProductValues[F]> } = {
  name: { label: 'Name', tab: 'info', ...needed(text(200, 'Name'), 'Enter a product name.') },
  categoryId: {
    label: 'Category',
    tab: 'info',
    read: (given) =>
      /^[1-9]\d{0,8}$/.test(given) ? { value: Number(given) } : { error: 'Choose a category.' },
    write: String,
  },
  productType: { label: 'Product type', tab: 'info', ...productType },
  size: { label: 'Size', tab: 'info', ...text(60, 'Size') },
  retailPrice: { label: 'Retail', tab: 'info', ...price('Retail') },
  wholesalePrice: { label: 'Wholesale', tab: 'info', ...price('Wholesale') },
  discount: { label: 'Discount', tab: 'info', ...discount },
  discountFrom: { label: 'First day', tab: 'info', ...day },
  discountUntil: { label: 'Last day', tab: 'info', ...day },
  discountTerms: { label: 'Terms of the discount', tab: 'info', ...text(300, 'Terms of the discount') },
  forSale: { label: 'For Sale', tab: 'info', ...flag },
  strainCode: { label: 'Strain', tab: 'info', ...text(60, 'Strain') },
  strainName: { label: 'Strain in full', tab: 'info', ...text(60, 'Strain in full') },
  strainType: { label: 'Strain type', tab: 'info', ...choice(STRAIN_TYPES) },
  lineage: { label: 'Lineage', tab: 'info', ...text(120, 'Lineage') },
  terpenes: { label: 'Terpenes', tab: 'info', ...text(200, 'Terpenes') },
  lowStockLevel: {
    label: 'Low-stock level',
    tab: 'info',
    ...whole(HIGHEST_LEVEL, `a whole number of units, ${formatNumber(HIGHEST_LEVEL)} at most`),
  },
  upcCode: {
    label: 'UPC',
    tab: 'info',
    read: (given) => {
      if (given.trim() === '') return { value: null };
      const value = readGtin(given);
      return value === null ? { error: NO_GTIN } : { value };
    },
    write: (value) => (value === null ? '' : printedGtin(value)),
  },
  requiresId: { label: 'Requires ID (21+)', tab: 'compliance', ...flag },
  taxClass: {
    label: 'Tax class',
    tab: 'compliance',
    read: (given) => {
      const value = taxClasses.find((each) => each === given);
      return value === undefined ? { error: 'Choose a tax class.' } : { value };
    },
    write: (value) => value,
  },
  limitCategory: { label: 'Counts as', tab: 'compliance', ...choice(limitCategories) },
  limitMg: { label: 'Amount that counts', tab: 'compliance', ...mass },
  netWeightMg: { label: 'Net weight', tab: 'compliance', ...mass },
  servings: {
    label: 'Servings',
    tab: 'compliance',
    ...whole(10_000, 'a whole number of servings, 10,000 at most'),
  },
  thcBasisPoints: { label: 'THC %', tab: 'compliance', ...percent },
  cbdBasisPoints: { label: 'CBD %', tab: 'compliance', ...percent },
  thcMgPerPackage: { label: 'THC per package', tab: 'compliance', ...mass },
  cbdMgPerPackage: { label: 'CBD per package', tab: 'compliance', ...mass },
  biotrackId: { label: 'BioTrack', tab: 'compliance', ...text(100, 'BioTrack') },
  labTestId: { label: 'LabTest', tab: 'compliance', ...text(100, 'LabTest') },
  description: {
    label: 'Description',
    tab: 'description',
    read: (given) => {
      const read = text(LONGEST_DESCRIPTION, 'Description').read(given);
      return 'error' in read ? read : { value: read.value ?? '' };
    },
    write: (value) => value,
  },
  cannabisContent: { label: 'Cannabis content', tab: 'description', ...text(1000, 'Cannabis content') },
};

export const allProductFields = Object.keys(productFields) as ProductField[];

/**
 * The fields of the inventory's dialog; batch and stock belong to its lot (specification section 7, 'update
 * by id').
 */
export const dialogFields = [
  'name',
  'strainCode',
  'size',
  'retailPrice',
  'wholesalePrice',
  'forSale',
  'biotrackId',
  'labTestId',
] as const satisfies readonly ProductField[];

export type ReadFields =
  | { ok: true; values: Partial<ProductValues> }
  | { ok: false; errors: Record<string, string[]> };

/** Parses the named fields; a field that the form does not have is omitted and does not change. */
export function readProductFields(
  texts: Readonly<Record<string, string>>,
  fields: readonly ProductField[] = allProductFields,
): ReadFields {
  const values: Partial<Record<ProductField, unknown>> = {};
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    const given = texts[field];
    if (given === undefined) continue;
    const read = productFields[field].read(given, texts);
    if ('error' in read) errors[field] = [read.error];
    else values[field] = read.value;
  }
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, values: values as Partial<ProductValues> };
}

/** Formats one field's value for the form. */
export function writeProductField<F extends ProductField>(field: F, values: Pick<ProductValues, F>): string {
  return productFields[field].write(values[field]);
}

/** Formats the values as the form's texts. */
export function productTexts(
  values: ProductValues,
  fields: readonly ProductField[] = allProductFields,
): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, writeProductField(field, values)]));
}

/** The fields that differ. */
export function changedFields(before: ProductValues, after: ProductValues): ProductField[] {
  return allProductFields.filter((field) => before[field] !== after[field]);
}

/** The labels by field name. */
export const productLabels = Object.fromEntries(
  allProductFields.map((field) => [field, productFields[field].label]),
) as Readonly<Record<ProductField, string>>;
