import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as icons from '../icons.ts';
import { drawingOf } from './icon-drawing.ts';

test('every icon is drawn with lines whose width and color the page can set', () => {
  expect(Object.keys(icons).length).toBeGreaterThan(70);
  for (const Icon of Object.values(icons)) {
    const html = renderToStaticMarkup(<Icon strokeWidth={1.5} className="size-4" />);
    expect(html).toContain('stroke-width="1.5"');
    expect(html).toContain('class="lucide size-4"');
    expect(html).toContain('aria-hidden="true"');
    expect(html.match(/stroke(-width)?=/g)).toHaveLength(2);
    expect(html).toMatch(/<(path|g|circle|rect)/);
  }
});

test('an unknown icon is an error', () => {
  expect(() => drawingOf({ icons: {} }, 'jar')).toThrow(RangeError);
});
