/** The filter form's fields and the address they make: what a plain GET form sends, without what is default. */
import { asTyped, type CatalogueFilter, chosenSort } from './catalogue-filter.ts';

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
  for (const [name, value] of fields) {
    if (typeof value !== 'string') continue;
    const text = value.trim();
    if (text === '' || text === defaults[name]) continue;
    query.append(name, text);
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
