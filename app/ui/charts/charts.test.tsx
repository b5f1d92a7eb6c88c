import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { drawBars } from './draw-bars.ts';
import { drawLine } from './draw-line.ts';
import { drawSlices } from './draw-slices.ts';
import { LINE_WIDTH, PLOT_HEIGHT } from './drawing.ts';
import { LineChart } from './line-chart.tsx';

const days = (values: readonly number[]) =>
  values.map((value, index) => ({ label: `Nov ${index + 1}`, value }));

describe('bars', () => {
  test('start at zero, and the largest comes close to a round number above it', () => {
    const { bars, ticks } = drawBars({ title: 'Orders', points: days([0, 4, 18]) });
    expect(ticks.map(({ label }) => label)).toEqual(['0', '5', '10', '15', '20']);
    expect(bars.map(({ height }) => height)).toEqual([0, 36, 162]);
    for (const { y, height } of bars) expect(y + height).toBe(PLOT_HEIGHT);
  });

  test('state their figures in a sentence and a table', () => {
    const drawing = drawBars({ title: 'Orders', points: days([2, 5]), head: ['Day', 'Orders'] });
    expect(drawing.description).toBe('7 in all; the most is 5, Nov 2.');
    expect(drawing.bars[1]?.words).toBe('Nov 2: 5');
    expect(drawing.table).toEqual({
      head: ['Day', 'Orders'],
      rows: [
        ['Nov 1', '2'],
        ['Nov 2', '5'],
      ],
    });
  });

  test('hang below zero for negative values', () => {
    const { bars } = drawBars({ title: 'Net', points: days([10, -10]) });
    expect(bars[0]).toMatchObject({ y: 0, height: 90 });
    expect(bars[1]).toMatchObject({ y: 90, height: 90 });
  });

  test('of money have cents on all lines or on none', () => {
    const format = (value: number) => `$${value.toFixed(2)}`;
    const labels = (most: number) =>
      drawBars({ title: 'Revenue', points: days([0, most]), format }).ticks.map(({ label }) => label);
    expect(labels(100)).toEqual(['$0', '$20', '$40', '$60', '$80', '$100']);
    expect(labels(0.4)).toEqual(['$0.00', '$0.10', '$0.20', '$0.30', '$0.40']);
  });

  test('of counts have no ticks between whole numbers', () => {
    const { ticks } = drawBars({ title: 'Orders', points: days([1, 0, 1]) });
    expect(ticks.map(({ label }) => label)).toEqual(['0', '1']);
  });
});

describe('labels', () => {
  test('of a long range are thinned out, with the first and last shown, and fewer on phones', () => {
    const { labels } = drawLine({ title: 'Orders', points: days(Array.from({ length: 90 }, (_, n) => n)) });
    expect(labels).toHaveLength(8);
    expect(labels[0]).toMatchObject({ x: 0, label: 'Nov 1', anchor: 'start', onPhones: true });
    expect(labels.at(-1)).toMatchObject({ x: 100, label: 'Nov 90', anchor: 'end', onPhones: true });
    expect(labels.filter(({ onPhones }) => onPhones)).toHaveLength(4);
  });
});

describe('two lines', () => {
  const drawing = drawLine({
    title: 'Revenue',
    points: [
      { label: 'Nov 1', value: 2, before: 4 },
      { label: 'Nov 2', value: 3, before: 0 },
      { label: '', value: null, before: 5 },
    ],
    names: { line: 'November', before: 'October' },
    format: (value) => `$${value.toFixed(2)}`,
  });

  test('share an axis without cents where no tick has any, and each is described by its name', () => {
    expect(drawing.ticks.map(({ label }) => label)).toEqual(['$0', '$1', '$2', '$3', '$4', '$5']);
    expect(drawing.description).toBe(
      'November: $5.00 in all; the most is $3.00, Nov 2. October: $9.00 in all.',
    );
    expect(drawing.dots.map(({ y, words }) => [y !== undefined, words])).toEqual([
      [true, 'Nov 1: $2.00, before: $4.00'],
      [true, 'Nov 2: $3.00, before: $0.00'],
      [false, 'before: $5.00'],
    ]);
  });

  test('are told apart by a legend and by dots, and a single line has none', () => {
    const html = renderToStaticMarkup(<LineChart drawing={drawing} />);
    expect(html).toMatch(/<ul.*<\/svg>November<\/li>.*stroke-dasharray.*<\/svg>October<\/li><\/ul>/);
    expect(html).toMatch(/<path d="M0,36C[^"]+"[^>]*stroke-dasharray/);
    const single = renderToStaticMarkup(
      <LineChart drawing={drawLine({ title: 'Orders', points: days([1, 2]) })} />,
    );
    expect(single).not.toMatch(/<ul|dasharray/);
  });

  test('have cents where a tick has some', () => {
    const { ticks } = drawBars({
      title: 'x',
      points: days([150]),
      format: (v) => `$${(v / 100).toFixed(2)}`,
    });
    expect(ticks.map(({ label }) => label)).toEqual(['$0.00', '$0.50', '$1.00', '$1.50']);
  });
});

describe('slices', () => {
  test('go from the largest down, with small ones merged and shares of the whole', () => {
    const values = [1, 40, 1, 2, 14, 4, 10, 9, 8, 5, 3, 2, 1];
    const points = values.map((value, index) => ({ label: `c${index}`, value }));
    const { slices, table } = drawSlices({ title: 'Sales', points });
    expect(slices).toHaveLength(12);
    expect(slices.map(({ label, share }) => `${label} ${share}`).slice(0, 3)).toEqual([
      'c1 40%',
      'c4 14%',
      'c6 10%',
    ]);
    expect(slices.at(-1)).toMatchObject({ label: 'Other (2)', share: '2%' });
    expect(table.rows).toHaveLength(13);
  });

  test('of a dozen kinds all show, and none is merged', () => {
    const { slices } = drawSlices({ title: 'Sales', points: days(Array.from({ length: 12 }, () => 7)) });
    expect(slices).toHaveLength(12);
    expect(slices.some(({ label }) => label.startsWith('Other'))).toBe(false);
  });
});

test('an empty range, a single day and all zeros have a chart and a description', () => {
  for (const points of [[], days([0]), days([0, 0, 0])]) {
    for (const drawing of [
      drawBars({ title: 'Orders', points }),
      drawLine({ title: 'Orders', points }),
      drawSlices({ title: 'Orders', points }),
    ]) {
      expect(drawing.isEmpty).toBe(true);
      // An axis of money in cents would otherwise end at one cent.
      if ('ticks' in drawing) expect(drawing.ticks).toEqual([{ y: PLOT_HEIGHT, label: '0' }]);
      expect(drawing.description).toBe('Nothing in this range.');
      expect(JSON.stringify(drawing)).not.toMatch(/NaN|Infinity|null/);
    }
  }
  expect(drawLine({ title: 'Orders', points: days([7]) }).dots[0]).toMatchObject({
    x: 50,
    from: 0,
    width: 100,
  });
});

test('any figures stay inside the plot', () => {
  const figures = fc.array(
    fc.oneof(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 1e8 }).map((cents) => cents / 100),
    ),
    {
      maxLength: 120,
    },
  );
  fc.assert(
    fc.property(figures, (values) => {
      const points = days(values);
      const bars = drawBars({ title: 'x', points });
      for (const { x, width, y, height } of bars.bars) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(100.01);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(height).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeLessThanOrEqual(PLOT_HEIGHT + 0.011);
      }
      const line = drawLine({ title: 'x', points });
      expect(line.line).not.toMatch(/NaN|e[+-]/);
      for (const [, x = '0', y = '0'] of line.line.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(-0.01);
        expect(Number(x)).toBeLessThanOrEqual(LINE_WIDTH + 0.01);
        expect(Number(y)).toBeGreaterThanOrEqual(-0.011);
        expect(Number(y)).toBeLessThanOrEqual(PLOT_HEIGHT + 0.011);
      }
      expect(JSON.stringify(drawSlices({ title: 'x', points }))).not.toMatch(/NaN|Infinity/);
    }),
  );
});

describe('a chart on the page', () => {
  test('needs no d3, script or style attribute, and includes its table', async () => {
    vi.resetModules();
    const refuse = () => {
      throw new Error('d3 belongs to loaders');
    };
    vi.doMock('d3-scale', refuse);
    vi.doMock('d3-shape', refuse);
    const { BarChart } = await import('./bar-chart.tsx');
    const { LineChart } = await import('./line-chart.tsx');
    const { SliceChart } = await import('./slice-chart.tsx');
    const points = [
      { label: 'Flower <b>', value: 12 },
      { label: 'Edibles', value: 3 },
    ];
    for (const html of [
      renderToStaticMarkup(<BarChart drawing={drawBars({ title: 'Sales', points })} />),
      renderToStaticMarkup(<LineChart drawing={drawLine({ title: 'Sales', points })} />),
      renderToStaticMarkup(<SliceChart drawing={drawSlices({ title: 'Sales', points })} />),
    ]) {
      expect(html).toContain('role="img"');
      expect(html).toMatch(
        /<title id="[^"]+">Sales<\/title><desc id="[^"]+">15 in all; the most is 12, Flower &lt;b&gt;\.<\/desc>/,
      );
      expect(html).toContain('Flower &lt;b&gt;');
      expect(html).toMatch(/<details.*<table.*Edibles.*<\/table>.*<\/details>/s);
      expect(html).not.toMatch(/ style=|<script|NaN/);
    }
    vi.doUnmock('d3-scale');
    vi.doUnmock('d3-shape');
  });
});
