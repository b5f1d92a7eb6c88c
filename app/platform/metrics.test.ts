import { expect, test } from 'vitest';
import { Counter, Durations, single, textOf } from './metrics.ts';

test('a counter has one line for each combination of labels', () => {
  const counter = new Counter('kind', 'status');
  for (const status of ['2xx', '2xx', '5xx']) counter.add('page', status);
  expect(counter.lines('requests')).toEqual([
    'requests{kind="page",status="2xx"} 2',
    'requests{kind="page",status="5xx"} 1',
  ]);
});

test('however many values come, a counter has at most 101 lines, and loses no count', () => {
  const counter = new Counter('kind');
  for (let nth = 0; nth < 5000; nth++) counter.add(`kind-${nth}`);
  const lines = counter.lines('requests');
  expect(lines).toHaveLength(101);
  expect(lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)).toBe(5000);
});

test('durations are counted in every bucket that they fit in, and a bound belongs to its bucket', () => {
  const durations = new Durations('kind');
  for (const seconds of [0.005, 0.2, 60]) durations.add('page', seconds);
  const lines = durations.lines('seconds');
  expect(lines).toContain('seconds_bucket{kind="page",le="0.005"} 1');
  expect(lines).toContain('seconds_bucket{kind="page",le="0.1"} 1');
  expect(lines).toContain('seconds_bucket{kind="page",le="0.25"} 2');
  expect(lines).toContain('seconds_bucket{kind="page",le="10"} 2');
  expect(lines).toContain('seconds_bucket{kind="page",le="+Inf"} 3');
  expect(lines.slice(-2)).toEqual(['seconds_sum{kind="page"} 60.205', 'seconds_count{kind="page"} 3']);
});

test('what is not known is left out of the answer', () => {
  expect(textOf([single('a', 'gauge', 'Known.', 0), single('b', 'gauge', 'Unknown.', null)])).toBe(
    '# HELP a Known.\n# TYPE a gauge\na 0\n',
  );
});
