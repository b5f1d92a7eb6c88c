/** Builds the address for the filter form: what a plain GET form sends, without default values. */
import { asTyped, type CatalogueFilter, chosenSort } from '#core/catalogue/catalogue-filter.ts';

/** The form's fields in canonical order, wherever on the page they are. */
const ORDER = ['q', 'exact', 'category', 'type', 'min', 'max', 'strain', 'thcMin', 'thcMax', 'stock', 'sort'];

/** Fields to omit at these values. */
const defaults: Record<string, string> = {
  q: '',
  category: '',
  type: '',
  min: '0',
  max: '1000',
  thcMin: '0',
  thcMax: '100',
};

/** The address for a form's values. Never refuses: the server corrects values out of range. */
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

/** The form's field values for a filter. The price inputs have their own state, because the slider moves them. */
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
