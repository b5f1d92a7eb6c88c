/** Turns the rows of another system’s products into products and opening lots of the move. Pure. */
import { productOf } from '../former/former-goods.ts';
import { lineOf, percentOf } from '../former/tables.ts';
import type { LotRecord, Note, ProductRecord } from '../records.ts';
import {
  categoryIn,
  centsIn,
  dateIn,
  dollars,
  numberIn,
  percentIn,
  proseIn,
  type Texts,
  textsOf,
  type Writing,
  yesIn,
} from './cells.ts';
import { type ListMapping, plainHead } from './list-fields.ts';
import { columnOf } from './recognize.ts';
import type { SystemFile } from './system-file.ts';

/** What one row says, before it is known whether another row is of the same product. */
export type ProductRow = {
  /** '' for none. */
  code: string;
  /** What tells products apart that have no number, or share one. */
  label: string;
  name: string;
  size: string;
  category: string;
  product: (sourceId: string) => { record: ProductRecord | null; notes: Note[] };
  lot: (productId: string) => { record: LotRecord | null; notes: Note[] };
};

export type RowContext = { where: string; writing: Writing };

/** '' for the words that programs put where a product has no sizes. */
const NO_SIZE = /^(?:regular|default title|default|standard|n\/a|none|-)$/i;

/** Names that people and files write alike: 'Blue Dream' and 'blue  dream'. */
export const labelOf = (name: string, size: string): string =>
  `${name}|${size}`
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*\|\s*/g, '|')
    .trim();

/**
 * Reads the rows of one file in their order; null for a row that is no product. Some systems write a product’s name in its
 * first row only, or in a row above its sizes.
 */
export function productReader(header: readonly string[], mapping: ListMapping, file: SystemFile | null) {
  const plain = header.map(plainHead);
  const cellOf = (cells: readonly string[], names: readonly string[]) =>
    (cells[columnOf(plain, names)] ?? '').trim();
  const added = Object.fromEntries(
    Object.entries(file?.adds ?? {}).map(([field, names]) => [
      field,
      names.map((name) => columnOf(plain, [name])),
    ]),
  );
  let group = '';
  let above: Readonly<Record<string, string>> = {};
  const parents = new Map<string, Readonly<Record<string, string>>>();
  const shared = ['name', 'category', 'description', 'brand'] as const;

  return (cells: readonly string[], context: RowContext): ProductRow | null => {
    let get = textsOf(cells, mapping);
    if (file?.group) {
      const key = cellOf(cells, file.group);
      const isNext = key !== '' && key === group;
      // A further picture of the product above.
      if (isNext && get('price') === '' && get('size') === '') return null;
      const own = get;
      const fields = file.fillsDown ?? [];
      if (!isNext) above = Object.fromEntries(fields.map((field) => [field, own(field)]));
      group = key;
      const filled = above;
      get = (field) => own(field) || (filled[field] ?? '');
    }
    if (file?.system === 'WooCommerce') {
      const kind = cellOf(cells, ['type', 'typ', 'tipo']).split(/,\s*/)[0]?.toLowerCase() ?? '';
      const own = get;
      if (kind === 'variable' || kind === 'grouped') {
        const parent = Object.fromEntries(shared.map((field) => [field, own(field)]));
        parents.set(`id:${cellOf(cells, ['id'])}`, parent);
        parents.set(own('code'), parent);
        return null;
      }
      const parent = parents.get(cellOf(cells, ['parent', 'übergeordnetes produkt', 'superior', 'parente']));
      if (kind === 'variation' && parent)
        get = (field) => (field === 'name' ? (parent.name ?? '') : own(field) || (parent[field] ?? ''));
      // An attribute of a product without variations may be anything; sizes are called so.
      else if (
        !/size|weight|amount|pack|größe|tamaño|taille/i.test(
          cellOf(cells, [
            'attribute 1 name',
            'attribut 1 name',
            'nombre del atributo 1',
            'nom de l’attribut 1',
          ]),
        )
      )
        get = (field) => (field === 'size' ? '' : own(field));
    }
    const sizes = [get('size'), ...(added.size ?? []).map((at) => (cells[at] ?? '').trim())];
    return rowOf(get, sizes, context);
  };
}

/** 'Blue Dream 3.5g' is a size of 3.5g; a mug of 12 oz is none. */
const SIZE_IN_NAME = /(?:^|[\s(|-])(\d*\.?\d+\s?m?g|1\/[248]\s?oz)\)?\s*$/i;

function rowOf(get: Texts, sizes: readonly string[], context: RowContext): ProductRow | null {
  const name = lineOf({ name: proseIn(get('name')) }, 200, 'name') ?? '';
  if (name === '' && get('price') === '' && get('code') === '') return null;
  const told = sizes.filter((text) => text !== '' && !NO_SIZE.test(text)).join(' / ');
  const size = told || (SIZE_IN_NAME.exec(name)?.[1] ?? '');
  const category = categoryIn(get('category'));
  const code = lineOf({ code: get('code') }, 120, 'code') ?? '';
  return {
    ...{ code, name, size, category, label: labelOf(name, told) },
    product: (sourceId) => productIn(get, { sourceId, name, size, category }, context),
    lot: (productId) => lotIn(get, productId, context),
  };
}

type Known = { sourceId: string; name: string; size: string; category: string };

function productIn(get: Texts, known: Known, { where, writing }: RowContext) {
  const price = centsIn(get('price'), writing);
  const cost = centsIn(get('cost'), writing);
  const status = get('forSale');
  const isArchived = /^archived?$/i.test(status);
  const thc = percentIn(get('thc'), writing);
  const strainType = get('strainType').toLowerCase();
  const isCannabis = thc !== '' || get('packageTag') !== '' || /indica|sativa|hybrid/.test(strainType);
  const turned = productOf({
    id: known.sourceId,
    category_id: known.category,
    name: known.name,
    size: known.size,
    retail_price: price === null || price < 0 ? get('price') : dollars(price),
    wholesale_price: cost === null || cost < 0 ? '' : dollars(cost),
    // Without a word it is; the rules of a product say what it lacks, as a price.
    for_sale: isArchived || yesIn(status) === false ? 'no' : 'yes',
    archived: isArchived ? 'yes' : '',
    strain_type: /hybrid/.test(strainType)
      ? 'hybrid'
      : (/indica|sativa|balanced/.exec(strainType)?.[0] ?? ''),
    thc_percentage: thc,
    cbd_percentage: percentIn(get('cbd'), writing),
    upc_code: get('upc').replace(/^'/, ''),
    description: proseIn(get('description')),
  });
  const notes: Note[] = turned.notes.map((note) => ({ ...note, sourceId: where }));
  const say = (reason: string) => notes.push({ kind: 'product', sourceId: where, isLeftOut: false, reason });
  if (get('thc') !== '' && thc === '') say('THC is not a percentage: it comes without it');
  if (known.category === '') say('No category: it goes to “Other”');
  if (turned.record === null) return { record: null, notes };
  const { productType: _, strainCode: __, ...values } = turned.record.values;
  const record: ProductRecord = {
    ...turned.record,
    values: {
      ...values,
      strainName: lineOf({ strain: get('strain') }, 100, 'strain'),
      // Otherwise the name of its category says it.
      ...(isCannabis ? { productType: 'cannabis' } : {}),
    },
  };
  return { record, notes };
}

const MOST_UNITS = 1_000_000;

function lotIn(get: Texts, productId: string, { where, writing }: RowContext) {
  const told = get('stock');
  const units = numberIn(told, writing);
  const batchNumber = lineOf({ batch: get('batch') || get('packageTag') }, 60, 'batch') ?? '';
  const left = (reason: string): { record: null; notes: Note[] } => ({
    record: null,
    notes: [{ kind: 'lot', sourceId: where, isLeftOut: true, reason }],
  });
  if (told === '' || units === 0) return { record: null, notes: [] };
  if (units === null) return left('The number of units is not one');
  if (units < 0) return left('Fewer than no units');
  if (!Number.isInteger(units)) return left('Weighed, not counted: package it, then count it');
  if (units > MOST_UNITS) return left('More than a million units');
  const thc = percentIn(get('thc'), writing);
  const cbd = percentIn(get('cbd'), writing);
  const record: LotRecord = {
    ...{ sourceId: `${productId}/${batchNumber.toLowerCase()}`, productId, batchNumber, units, status: null },
    ...{ testStatus: null, labName: null, coaNumber: null },
    packageTag: lineOf({ tag: get('packageTag') }, 60, 'tag'),
    totalThcBasisPoints: percentOf({ thc }, 'thc'),
    totalCbdBasisPoints: percentOf({ cbd }, 'cbd'),
    packagedOn: dateIn(get('packagedOn')),
    expiresOn: dateIn(get('expiresOn')),
  };
  return { record, notes: [] };
}
