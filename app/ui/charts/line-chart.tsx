/** Renders a drawing made by `drawLine`. */

import { LINE_WIDTH, type LineDrawing, type LineNames, PLOT_HEIGHT } from './drawing.ts';
import { ChartFigure, Plot } from './figure.tsx';

/** With more days than this, the dots would overlap. */
const MOST_DOTS = 31;

/** Of a stroke with round ends. */
const DOTTED = '0.1 5';

export function LineChart({ drawing }: { drawing: LineDrawing }) {
  const { dots } = drawing;
  return (
    <ChartFigure words={drawing}>
      {drawing.names ? <Legend names={drawing.names} /> : null}
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
          {drawing.names ? (
            <path
              d={drawing.before}
              fill="none"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeDasharray={DOTTED}
              vectorEffect="non-scaling-stroke"
              className="stroke-ink-soft"
            />
          ) : null}
        </svg>
        {dots.map((dot) => (
          <g key={dot.x} className="group">
            {dot.y === undefined ? null : (
              <circle
                cx={`${dot.x}%`}
                cy={dot.y}
                r="3.5"
                className={`fill-spruce-700 stroke-paper ${dots.length > MOST_DOTS ? 'opacity-0 group-hover:opacity-100' : ''}`}
              />
            )}
            <rect x={`${dot.from}%`} width={`${dot.width}%`} y="0" height={PLOT_HEIGHT} fillOpacity="0">
              <title>{dot.words}</title>
            </rect>
          </g>
        ))}
      </Plot>
    </ChartFigure>
  );
}

/** Which line is which: told by its stroke, not only by its color. */
function Legend({ names }: { names: LineNames }) {
  const lines = [
    { name: names.line, stroke: 'stroke-spruce-500' },
    { name: names.before, stroke: 'stroke-ink-soft', dotted: true },
  ];
  return (
    <ul className="figures mb-3 flex flex-wrap gap-x-6 gap-y-1 text-xs text-ink-soft print:[print-color-adjust:exact]">
      {lines.map(({ name, stroke, dotted }) => (
        <li key={stroke} className="flex items-center gap-2">
          <svg aria-hidden="true" width="28" height="8" className="shrink-0">
            <line
              x1="2"
              x2="26"
              y1="4"
              y2="4"
              strokeWidth="2"
              strokeLinecap="round"
              strokeDasharray={dotted ? DOTTED : undefined}
              className={stroke}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
