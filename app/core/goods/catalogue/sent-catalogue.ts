/**
 * The catalogue on its way to the browser. Its cards are one text with the names of their fields written once: as
 * objects each card repeats them, and the router writes every value of every card as an entry of its own, which
 * took a third of the bytes of a menu's data.
 */
import type { Catalogue } from './catalogue-queries.server.ts';
import type { ProductCardFacts } from './products/product.ts';

/** A catalogue whose lists are numbers of cards: `cards` holds those of all lists in this order. */
export type SentCatalogue = Omit<Catalogue, 'products' | 'shelves' | 'nearest'> & {
  cards: CardTable;
  products: number;
  shelves: readonly SentList<NonNullable<Catalogue['shelves']>[number]>[] | null;
  nearest: SentList<NonNullable<Catalogue['nearest']>> | null;
};

type SentList<T extends { products: unknown }> = Omit<T, 'products'> & { products: number };

/** JSON: the names of the fields, then for each card its values; a field that a card lacks is null. */
export type CardTable = string;

/** Writes cards as a table. */
export function cardTable(cards: readonly ProductCardFacts[]): CardTable {
  const names = [...new Set(cards.flatMap((card) => Object.keys(card)))] as (keyof ProductCardFacts)[];
  return JSON.stringify([names, ...cards.map((card) => names.map((name) => card[name] ?? null))]);
}

/** Reads the cards of a table. */
export function readCardTable(table: CardTable): ProductCardFacts[] {
  const [names, ...rows] = JSON.parse(table) as [(keyof ProductCardFacts)[], ...unknown[][]];
  return rows.map(
    (values) =>
      Object.fromEntries(
        names.flatMap((name, at) =>
          // The only field that a card may lack.
          name === 'sizes' && values[at] === null ? [] : [[name, values[at]]],
        ),
      ) as ProductCardFacts,
  );
}

export function sendCatalogue({ products, shelves, nearest, ...rest }: Catalogue): SentCatalogue {
  const lists = [products, ...(shelves ?? []).map((shelf) => shelf.products), nearest?.products ?? []];
  return {
    ...rest,
    cards: cardTable(lists.flat()),
    products: products.length,
    shelves: shelves?.map((shelf) => ({ ...shelf, products: shelf.products.length })) ?? null,
    nearest: nearest && { ...nearest, products: nearest.products.length },
  };
}

export function receiveCatalogue({ cards, products, shelves, nearest, ...rest }: SentCatalogue): Catalogue {
  const left = readCardTable(cards);
  const next = (count: number) => left.splice(0, count);
  return {
    ...rest,
    products: next(products),
    shelves: shelves?.map((shelf) => ({ ...shelf, products: next(shelf.products) })) ?? null,
    nearest: nearest && { ...nearest, products: next(nearest.products) },
  };
}
