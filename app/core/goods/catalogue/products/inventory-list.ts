/**
 * Defines the inventory's list: its filters, its sorts and its rows (specification section 2, 'Cannabis
 * Inventory Dashboard').
 */
import type { UnitsInBuilding } from '#core/goods/stock/lots/lots.ts';
import {
  choiceFilter,
  defineList,
  type FilterOption,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';
import { productTypeLabel } from '../search/strain.ts';

/** The options of the filters: existing shelves and types. */
export type InventoryOptions = { shelves: readonly { id: number; name: string }[]; types: readonly string[] };

export function inventoryList({ shelves, types }: InventoryOptions) {
  const shelfOptions: FilterOption[] = shelves.map(({ id, name }) => ({ value: String(id), label: name }));
  return defineList({
    name: 'inventory',
    filters: {
      find: textFilter('Name, strain or UPC'),
      category: choiceFilter('Category', shelfOptions, 'All Categories'),
      type: choiceFilter(
        'Type',
        types.map((value) => ({ value, label: productTypeLabel(value) })),
        'All Types',
      ),
      sale: choiceFilter('For Sale', [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
        { value: 'archived', label: 'Archived' },
      ]),
      stock: choiceFilter('Stock', [
        { value: 'low', label: 'Low' },
        { value: 'none', label: 'None' },
      ]),
      lots: choiceFilter('Lots', [
        { value: 'expired', label: 'Expired' },
        { value: 'untested', label: 'Not on sale yet' },
        { value: 'quarantined', label: 'Quarantined' },
      ]),
    },
    sorts: { name: 'Name', price: 'Retail', available: 'Available', created: 'Created' },
    defaultSort: 'name',
  });
}

export type InventorySort = 'name' | 'price' | 'available' | 'created';
export type InventoryState = ListState<
  'find' | 'category' | 'type' | 'sale' | 'stock' | 'lots',
  InventorySort
>;

/** A row of the list; prices in cents. Wholesale is null for actors who may not change products. */
export type InventoryRow = {
  id: number;
  name: string;
  category: string;
  productType: string;
  strainCode: string | null;
  size: string | null;
  /** Of the next lot to sell; if none is on sale, of any lot with units. */
  batchNumber: string | null;
  units: UnitsInBuilding;
  /** On the menu with low stock (`isLowStock`). */
  isLow: boolean;
  retailPrice: number;
  wholesalePrice: number | null;
  forSale: boolean;
  isArchived: boolean;
  picture: string | null;
};
