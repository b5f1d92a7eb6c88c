/** The filter form's fields and the address they make: what a plain GET form sends, without what is default. */
import { asTyped, type CatalogueFilter, chosenSort } from '#core/catalogue/catalogue-filter.ts';

/** The form's fields in the order of the filter's one address, wherever on the page they stand. */
const ORDER = ['q', 'exact', 'category', 'type', 'min', 'max', 'strain', 'thcMin', 'thcMax', 'stock', 'sort'];

/** Fields that say nothing at these values. */
const defaults: Record<string, string> = {
  q: '',
  category: '',
  type: '',
  min: '0',
  max: '1000',
  thcMin: '0',
  thcMax: '100',
};

/**
 * The address of what a form holds. Never refuses: what is out of bounds the server corrects.
 */
export function addressOfForm(fields: FormData, path: string): string {
  const query = new URLSearchParams();
  for (const name of ORDER) {
    for (const value of fields.getAll(name)) {
      const text = typeof value === 'string' ? value.trim() : '';
      if (text !== '' && text !== defaults[name]) query.append(name, text);
    }
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What each field of the form holds for a filter. The price inputs keep their own state, because the slider moves them. */
export function fieldValues(filter: CatalogueFilter): Record<string, readonly string[]> {
  return {
    q: [filter.q],
    category: [filter.category ?? ''],
    type: [filter.type ?? ''],
    strain: filter.strains,
    thcMin: [asTyped(filter.minThc)],
    thcMax: [asTyped(filter.maxThc)],
    stock: filter.inStock ? ['1'] : [],
    sort: [chosenSort(filter)],
  };
}
