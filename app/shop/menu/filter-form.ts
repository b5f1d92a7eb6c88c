/** Builds the address for the filter form: what a plain GET form sends, without default values. */
import { asTyped, type CatalogueFilter, chosenSort } from '#core/goods/catalogue/catalogue-filter.ts';

/** The form's fields in canonical order, wherever on the page they are. */
const ORDER = [
  'q',
  'exact',
  'category',
  'type',
  'from',
  'fromType',
  'min',
  'max',
  'strain',
  'thcMin',
  'thcMax',
  'mgMin',
  'mgMax',
  'stock',
  'sort',
];

/** Fields to omit at these values. */
const defaults: Record<string, string> = {
  q: '',
  category: '',
  type: '',
  min: '0',
  max: '1000',
  thcMin: '0',
  thcMax: '100',
  mgMin: '0',
  mgMax: '1000',
};

/** The address for a form's values. Never refuses: the server corrects values out of range. */
export function addressOfForm(fields: FormData, path: string): string {
  const values = new Map(ORDER.map((name) => [name, valuesOf(fields, name)]));
  const searched = fields.get('searched');
  const q = values.get('q')?.[0]?.replaceAll(/\s+/g, ' ') ?? '';
  for (const [name, from] of REMEMBERED) {
    const chosen = values.get(name) ?? [];
    const before = chosen.length > 0 ? chosen : (values.get(from) ?? []);
    // The server's rule (`readFilter`): a new search looks in the whole menu, one that is cleared returns to its place.
    const isNew = searched !== null && searched !== q;
    const isRestored = q === '' || (chosen.length > 0 && !isNew);
    values.set(name, isRestored ? before : []);
    values.set(from, isRestored ? [] : before);
  }
  const query = new URLSearchParams();
  for (const name of ORDER) for (const value of values.get(name) ?? []) query.append(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What a new search releases, and the parameter that remembers it. */
const REMEMBERED = [
  ['category', 'from'],
  ['type', 'fromType'],
] as const;

function valuesOf(fields: FormData, name: string): string[] {
  return fields
    .getAll(name)
    .map((value) => (typeof value === 'string' ? value.trim() : ''))
    .filter((text) => text !== '' && text !== defaults[name]);
}

/** The form's field values for a filter. The price inputs have their own state, because the slider moves them. */
export function fieldValues(filter: CatalogueFilter): Record<string, readonly string[]> {
  return {
    q: [filter.q],
    category: [filter.category ?? ''],
    type: [filter.type ?? ''],
    strain: filter.strains,
    thcMin: [asTyped(filter.minThc)],
    thcMax: [asTyped(filter.maxThc)],
    mgMin: [String(filter.minMg)],
    mgMax: [String(filter.maxMg)],
    stock: filter.inStock ? ['1'] : [],
    sort: [chosenSort(filter)],
  };
}
