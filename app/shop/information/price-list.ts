/** Defines the price list for rendering: shelves and lines. */

export type PriceLine = {
  name: string;
  size: string | null;
  /** '$35.00' */
  price: string;
  /** 'List price $40.00; until Nov 30, 2026. While supplies last.' */
  offer: string | null;
};
export type PriceShelf = { name: string; lines: PriceLine[] };

export type PriceList = {
  store: string;
  address: string;
  phone: string;
  licenseNumber: string;
  /** 'Nov 5, 2026' */
  date: string;
  warning: string;
  shelves: PriceShelf[];
  /** Products on the menu that did not fit on the list; the shop shows them. */
  leftOut: number;
};
