/** Renders a drawing made by `drawBars` (draw-bars.ts). */
import type { BarsDrawing } from './drawing.ts';
import { ChartFigure, Plot } from './figure.tsx';

export function BarChart({ drawing }: { drawing: BarsDrawing }) {
  return (
    <ChartFigure words={drawing}>
      <Plot words={drawing} ticks={drawing.ticks} labels={drawing.labels} isEmpty={drawing.isEmpty}>
        {drawing.bars.map((bar) => (
          <rect
            key={bar.x}
            x={`${bar.x}%`}
            width={`${bar.width}%`}
            y={bar.y}
            height={bar.height}
            rx={Math.min(3, bar.height / 2)}
            className="fill-spruce-500 hover:fill-spruce-700"
          >
            <title>{bar.words}</title>
          </rect>
        ))}
      </Plot>
    </ChartFigure>
  );
}
