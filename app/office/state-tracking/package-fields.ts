/** Names the fields of a package's form. */
export const productField = (tag: string): string => `product-${tag}`;
export const batchField = (tag: string): string => `batch-${tag}`;
export const priceField = (tag: string): string => `price-${tag}`;
