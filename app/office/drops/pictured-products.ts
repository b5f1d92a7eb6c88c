/** Matches dropped pictures with products, and reads which product staff chose for one. Pure. */

import { type NameBook, nameBook, thingsNamed } from '#core/goods/drops/file-name.ts';
import { productChoice } from '#office/kit/product-choice.ts';

export type PicturedProduct = {
  id: number;
  name: string;
  size: string | null;
  /** Its trade number and its numbers in other systems. */
  numbers: (string | null)[];
  /** Batches and package tags of its lots. */
  batches: (string | null)[];
};

/** The field of a picture's product. */
export const productField = (dropId: string): string => `product-${dropId}`;

export const picturedBook = (products: readonly PicturedProduct[]): NameBook<PicturedProduct> =>
  nameBook(
    products.map((product) => ({
      thing: product,
      names: [
        product.name,
        product.size && `${product.name} ${product.size}`,
        ...product.numbers,
        ...product.batches,
      ],
    })),
  );

/** `why` says what staff have to choose, where no one product is named. */
export type ProposedProduct = { choice: string; why: string | null };

export function proposeProduct(fileName: string, book: NameBook<PicturedProduct>): ProposedProduct {
  const named = thingsNamed(fileName, book);
  if (named.kind === 'none') return { choice: '', why: null };
  if (named.kind === 'several') return { choice: '', why: `Its name has ${named.names.join(' and ')}.` };
  const [first, ...others] = named.things;
  return first && others.length === 0
    ? { choice: productChoice(first), why: null }
    : {
        choice: '',
        why: `${named.things.length} products match: ${named.things.slice(0, 3).map(productChoice).join('; ')}.`,
      };
}
