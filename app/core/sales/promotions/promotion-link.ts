/** Checks where a promotion may lead: only to pages of the shop that everyone can see. */

const pages = ['/', '/products', '/about', '/education', '/faq', '/pricing.pdf'];

/** Whether it is one of the shop's own pages; the products also filtered. */
export function isShopPage(path: string): boolean {
  const [page = '', query] = path.split('?', 2);
  if (query !== undefined && page !== '/products') return false;
  return pages.includes(page) && /^[\w/.?=&%+-]*$/.test(path);
}

/** The id of the product whose page it is; null for other pages. */
export function productOf(path: string): number | null {
  const number = /^\/products\/([1-9]\d{0,8})$/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}

export const isProductPath = (path: string): boolean => productOf(path) !== null;
