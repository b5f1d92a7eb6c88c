/** Renders a drawing made by `drawLine`. */

import { LINE_WIDTH, type LineDrawing, PLOT_HEIGHT } from './drawing.ts';
import { ChartFigure, Plot } from './figure.tsx';

/** With more days than this, the dots would overlap. */
const MOST_DOTS = 31;

export function LineChart({ drawing }: { drawing: LineDrawing }) {
  const { dots } = drawing;
  return (
    <ChartFigure words={drawing}>
      <Plot words={drawing} ticks={drawing.ticks} labels={drawing.labels} isEmpty={drawing.isEmpty}>
        <svg
          width="100%"
          height={PLOT_HEIGHT}
          viewBox={`0 0 ${LINE_WIDTH} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
        >
          <path d={drawing.area} className="fill-spruce-500/15" />
          <path
            d={drawing.line}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-spruce-500"
          />
        </svg>
        {dots.map((dot) => (
          <g key={dot.x} className="group">
            <circle
              cx={`${dot.x}%`}
              cy={dot.y}
              r="3.5"
              className={`fill-spruce-700 stroke-paper ${dots.length > MOST_DOTS ? 'opacity-0 group-hover:opacity-100' : ''}`}
            />
            <rect x={`${dot.from}%`} width={`${dot.width}%`} y="0" height={PLOT_HEIGHT} fillOpacity="0">
              <title>{dot.words}</title>
            </rect>
          </g>
        ))}
      </Plot>
    </ChartFigure>
  );
}
