/** Turns the former shop's products into records: the product, its opening lot, its pictures. */
import { STRAIN_TYPES } from '#core/goods/catalogue/search/strain.ts';
import { readGtin } from '#kernel/gtin.ts';
import { LONG_AGO } from '#kernel/time.ts';
import type { LotRecord, Note, PictureRecord, ProductRecord } from '../records.ts';
import {
  centsOf,
  fileOf,
  flagOf,
  idOfRow,
  lineOf,
  momentOfRow,
  percentOf,
  proseOf,
  type Row,
  textOf,
  wholeOf,
  wordOf,
} from './tables.ts';

const BUCKET = 'product-images';
/** Of one product. */
const MOST_PICTURES = 8;

/** null for a row without an id. A name that is missing is written as such: sales refer to the product. */
export function productOf(row: Row): { record: ProductRecord | null; notes: Note[] } {
  const sourceId = idOfRow(row, 'id');
  const notes: Note[] = [];
  const say = (reason: string) => notes.push({ kind: 'product', sourceId, isLeftOut: false, reason });
  if (sourceId === '')
    return { record: null, notes: [{ kind: 'product', sourceId, isLeftOut: true, reason: 'No id' }] };
  const name = lineOf(row, 200, 'name');
  if (name === null) say('No name: it comes off sale');
  const retailPrice = centsOf(row, 'retail_price');
  if (retailPrice === null && textOf(row, 'retail_price') !== '') say('The price is not an amount');
  const upc = lineOf(row, 40, 'upc_code');
  const upcCode = upc === null ? null : readGtin(upc);
  if (upc !== null && upcCode === null) say('The UPC is not one');
  const strainType = STRAIN_TYPES.find((type) => type === wordOf(row, 'strain_type')) ?? null;
  const productType = wordOf(row, 'product_type').replaceAll(/[^a-z0-9_]/g, '');
  return {
    record: {
      sourceId,
      categoryId: idOfRow(row, 'category_id') || null,
      isArchived: flagOf(row, 'is_archived', 'archived') === true,
      createdAt: momentOfRow(row, 'created_at') ?? LONG_AGO,
      values: {
        name: name ?? 'Product without a name',
        productType: /^[a-z][a-z0-9_]{0,39}$/.test(productType) ? productType : 'merchandise',
        retailPrice: retailPrice ?? 0,
        wholesalePrice: centsOf(row, 'wholesale_price') ?? 0,
        forSale: name !== null && flagOf(row, 'for_sale') === true,
        ...(flagOf(row, 'requires_id') === null ? {} : { requiresId: flagOf(row, 'requires_id') === true }),
        strainCode: lineOf(row, 60, 'strain_code'),
        strainType,
        thcBasisPoints: percentOf(row, 'thc_percentage'),
        cbdBasisPoints: percentOf(row, 'cbd_percentage'),
        size: lineOf(row, 60, 'size'),
        upcCode,
        biotrackId: lineOf(row, 100, 'biotrack_id'),
        labTestId: lineOf(row, 100, 'lab_test_id'),
        description: proseOf(row, 2000, 'description') ?? '',
        cannabisContent: proseOf(row, 1000, 'cannabis_content'),
      },
    },
    notes,
  };
}

/** The units on hand, under their batch number; null where there are none. */
export function lotOf(row: Row): { record: LotRecord | null; notes: Note[] } {
  const productId = idOfRow(row, 'id');
  const units = wholeOf(row, 'inventory_count');
  const labTest = lineOf(row, 100, 'lab_test_id');
  const isCannabis = wordOf(row, 'product_type') === 'cannabis';
  const notes: Note[] = [];
  if (units === null && textOf(row, 'inventory_count') !== '')
    notes.push({
      ...{ kind: 'lot', sourceId: productId, isLeftOut: true },
      reason: 'The number of units is not one',
    });
  if (productId === '' || (units ?? 0) === 0) return { record: null, notes };
  return {
    record: {
      ...{ sourceId: productId, productId },
      batchNumber: lineOf(row, 60, 'batch_number') ?? '',
      units: units ?? 0,
      status: null,
      testStatus: isCannabis && labTest !== null ? 'TestPassed' : null,
      labName: null,
      coaNumber: isCannabis ? labTest : null,
      packageTag: null,
      totalThcBasisPoints: isCannabis ? percentOf(row, 'thc_percentage') : null,
      totalCbdBasisPoints: isCannabis ? percentOf(row, 'cbd_percentage') : null,
      packagedOn: null,
      expiresOn: null,
    },
    notes,
  };
}

/** Its pictures in their order, the first one first. */
export function picturesOf(row: Row): { records: PictureRecord[]; notes: Note[] } {
  const productId = idOfRow(row, 'id');
  const addresses = [textOf(row, 'image_url'), ...listOf(row.image_urls)].filter(
    (text) => text.trim() !== '',
  );
  const notes: Note[] = [];
  const records: PictureRecord[] = [];
  for (const address of new Set(addresses)) {
    // The former shop shows it where a product has none.
    if (/\/?placeholder-product\.jpg$/.test(address)) continue;
    const sourceId = `${productId}/${records.length + 1}`;
    const file = fileOf(address, BUCKET);
    if (file === null || records.length >= MOST_PICTURES)
      notes.push({
        ...{
          kind: 'picture',
          sourceId: `${productId}/${records.length + notes.length + 1}`,
          isLeftOut: true,
        },
        reason:
          file === null
            ? 'Its address is not a file of the shop'
            : `A product has at most ${MOST_PICTURES} pictures`,
      });
    else if (!records.some((each) => each.file.path === file.path))
      records.push({ sourceId, productId, position: records.length, alt: '', file });
  }
  return { records, notes };
}

/** A list as the database writes it, as JSON, or as CSV files have it: '{a,b}'. */
function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  if (typeof value !== 'string' || value.trim() === '') return [];
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      return listOf(JSON.parse(text));
    } catch {
      return [];
    }
  }
  return text
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((each) => each.replace(/^"|"$/g, ''));
}
