/** A product as it is chosen in a field with a list of names. Pure. */

/** A product that can be chosen. */
export type ChosenProduct = { id: number; name: string; size: string | null };

/** 'Blue Dream, 3.5 g #17': what the list of products offers, and what a chosen one says. */
export const productChoice = ({ id, name, size }: ChosenProduct): string =>
  `${[name, size].filter(Boolean).join(', ')} #${id}`;

/** The product that a typed choice means: by its number at the end, or by its name if only one has it. */
export function readChoice(typed: string, products: readonly ChosenProduct[]): number | null {
  const [, id] = /#(\d{1,9})\s*$/.exec(typed) ?? [];
  if (id !== undefined) return products.find((product) => product.id === Number(id))?.id ?? null;
  const wanted = typed.trim().toLowerCase();
  const alike = products.filter(
    ({ name, size }) =>
      name.toLowerCase() === wanted || [name, size].filter(Boolean).join(', ').toLowerCase() === wanted,
  );
  return alike.length === 1 ? (alike[0]?.id ?? null) : null;
}
