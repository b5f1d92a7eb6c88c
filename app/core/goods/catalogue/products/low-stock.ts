/** Defines when a product's stock is low: at its own level, or at the store's level if it has none. */

/** A product's units available, and its own level in units (null without one). */
type Stocked = { available: number; lowStockLevel: number | null };

/** Whether so few units are available. `storeLevel` is the setting `inventory.lowStock`. */
export const isLowStock = ({ available, lowStockLevel }: Stocked, storeLevel: number): boolean =>
  available <= (lowStockLevel ?? storeLevel);
