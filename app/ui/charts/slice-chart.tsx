/** Renders a drawing made by `drawSlices`, with names, values and shares beside it: color alone is not enough. */
import { useId } from 'react';
import { SLICES_SIDE, type SlicesDrawing } from './drawing.ts';
import { ChartFigure, MaybeLink } from './figure.tsx';

/** One color for each of MOST_SLICES. Neighbors differ in lightness as well as in hue. */
const fills: readonly string[] = [
  'fill-spruce-700',
  'fill-ochre-400',
  'fill-river-700',
  'fill-clay-100',
  'fill-spruce-500',
  'fill-ochre-100',
  'fill-clay-700',
  'fill-river-100',
  'fill-spruce-900',
  'fill-spruce-100',
  'fill-ochre-700',
  'fill-cream',
];

const HALF = SLICES_SIDE / 2;

export function SliceChart({ drawing }: { drawing: SlicesDrawing }) {
  const id = useId();
  if (drawing.isEmpty) {
    return (
      <ChartFigure words={drawing}>
        <p className="rounded-control bg-cream px-4 py-10 text-center text-sm text-ink-soft">
          Nothing in this range.
        </p>
      </ChartFigure>
    );
  }
  return (
    <ChartFigure words={drawing}>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 print:[print-color-adjust:exact]">
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-description`}
          viewBox={`${-HALF - 2} ${-HALF - 2} ${SLICES_SIDE + 4} ${SLICES_SIDE + 4}`}
          className="size-48 max-w-full shrink-0"
        >
          <title id={`${id}-title`}>{drawing.title}</title>
          <desc id={`${id}-description`}>{drawing.description}</desc>
          {drawing.slices.map((slice, index) => (
            <path key={slice.label} d={slice.path} strokeWidth="2" className={`stroke-paper ${fills[index]}`}>
              <title>{`${slice.label}: ${slice.value} (${slice.share})`}</title>
            </path>
          ))}
        </svg>
        <ul className="min-w-[min(12rem,100%)] flex-1 text-sm">
          {drawing.slices.map((slice, index) => (
            <li
              key={slice.label}
              className="flex items-baseline gap-2.5 border-b border-line py-1.5 last:border-0 max-[16em]:flex-wrap"
            >
              <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0 self-center">
                <rect width="12" height="12" rx="3" className={`stroke-ink/40 ${fills[index]}`} />
              </svg>
              <span className="min-w-0 flex-1 max-[16em]:basis-3/4">
                <MaybeLink to={slice.to}>{slice.label}</MaybeLink>
              </span>
              <span className="figures font-medium">{slice.value}</span>
              <span className="figures w-[3.5rem] text-right text-ink-soft">{slice.share}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFigure>
  );
}
