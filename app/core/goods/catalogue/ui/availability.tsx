/** Renders 'In stock', 'Only 3 left' or 'Sold out': always as text, with a shape. */
import { availability, FEW_LEFT } from '#core/goods/stock/stock.ts';

export function Availability({ available, large = false }: { available: number; large?: boolean }) {
  const { label } = availability(available, 0);
  const level = available < 1 ? 'stock-none' : available <= FEW_LEFT ? 'stock-few' : 'stock-ample';
  return <span className={`stock ${level} ${large ? 'text-sm' : 'text-xs'}`}>{label}</span>;
}
