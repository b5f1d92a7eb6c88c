/** Reads the form of an offer, with the products and categories that it names. */
import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import { MOST_NAMED, type OfferInput } from '#core/goods/discounts/offer-rules.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import type { StoredOfferPart } from '#db/schema/discounts.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { offerForm, offerOfFields } from './offer-form.ts';
import { partFields } from './part-fields.ts';

type Read =
  | { ok: true; offer: OfferInput; refused: (message?: string, field?: string) => FormRefusal }
  | { ok: false; refusal: FormRefusal };

/** Refused by field: a name that no product has, or several. */
export async function readOfferForm(form: FormData, zone: string): Promise<Read> {
  const list = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  const lists = ['weekday', ...partFields.map(({ categories }) => categories)];
  const read = readForm(form, offerForm, [], 20_000);
  const refused = (message?: string, field?: string): FormRefusal => {
    const refusal = read.refused(message, field);
    const chosen = Object.fromEntries(lists.map((name) => [name, list(name).join(',')]));
    return { ...refusal, values: { ...refusal.values, ...chosen } };
  };
  if (!read.ok) return { ok: false, refusal: refused() };
  const { offer, errors } = offerOfFields(read.value, list('weekday'), zone);
  const parts: StoredOfferPart[] = [];
  for (const { products: field, categories, units } of partFields) {
    const found = await findProducts(read.value[field]);
    if ('message' in found) errors[field] = [found.message];
    const shelves = [...new Set(list(categories).map(Number))].filter(Number.isSafeInteger);
    const ids = 'ids' in found ? found.ids : [];
    if (ids.length + shelves.length > 0)
      parts.push({ products: ids, categories: shelves, units: read.value[units] ?? 1 });
    // Its price would count without what was to be bought together.
    else if (units === 'units2' && read.value[units] !== null && !errors[field])
      errors[field] = ['Choose a category or enter a product, or leave the units empty.'];
  }
  if (Object.keys(errors).length > 0) return { ok: false, refusal: { ...refused(), errors } };
  return { ok: true, offer: { ...offer, parts }, refused };
}

/** One product a line, by its name or its number. */
async function findProducts(text: string): Promise<{ ids: number[] } | { message: string }> {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  if (lines.length === 0) return { ids: [] };
  if (lines.length > MOST_NAMED)
    return { message: `Enter at most ${MOST_NAMED} products, or choose a category.` };
  const lower = lines.map((line) => line.toLowerCase());
  const numbers = lines.filter((line) => /^\d{1,9}$/.test(line)).map(Number);
  const rows = await database()
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      and(
        isNull(products.archivedAt),
        or(
          inArray(sql`lower(${products.name})`, lower),
          numbers.length > 0 ? inArray(products.id, numbers) : undefined,
        ),
      ),
    );
  const ids: number[] = [];
  for (const line of lines) {
    const named = rows.filter(({ name }) => name.toLowerCase() === line.toLowerCase());
    const byNumber = rows.find(({ id }) => String(id) === line);
    const found = named.length === 1 ? named[0] : byNumber;
    if (!found && named.length > 1)
      return {
        message: `Several products are called ‘${line}’. Enter the number of one: ${named.map(({ id }) => id).join(', ')}.`,
      };
    if (!found) return { message: `No product is called ‘${line.slice(0, 60)}’.` };
    ids.push(found.id);
  }
  return { ids: [...new Set(ids)] };
}
