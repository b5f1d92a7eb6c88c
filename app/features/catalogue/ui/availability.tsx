/** 'In stock', 'Only 3 left', 'Sold out': always the word, with a shape. */
import { availability, FEW_LEFT } from '#features/inventory/stock.ts';

export function Availability({ available, large = false }: { available: number; large?: boolean }) {
  const { label } = availability(available, 0);
  const [shape, look] =
    available < 1
      ? ['○', 'text-ink-soft']
      : available <= FEW_LEFT
        ? ['◐', 'text-ochre-700']
        : ['●', 'text-spruce-500'];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${large ? 'text-sm' : 'text-xs'} ${look}`}>
      <span aria-hidden="true" className="text-[0.6rem]">
        {shape}
      </span>
      {label}
    </span>
  );
}
