/** The names of a part's fields: what has to be bought, and what together with it. */
export const partFields = [
  { products: 'products', categories: 'category', units: 'units' },
  { products: 'products2', categories: 'category2', units: 'units2' },
] as const;
