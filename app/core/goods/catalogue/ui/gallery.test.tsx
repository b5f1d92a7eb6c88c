import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PICTURE_WIDTHS } from '../pictures/picture.ts';
import { Gallery } from './gallery.tsx';

test('a phone with three dots a pixel loads a product’s picture at 640, not at 1200', () => {
  const html = renderToStaticMarkup(
    <Gallery pictures={[{ key: 'mist', alt: 'A jar', tint: null }]} name="River Mist" strainType={null} />,
  );
  const [, rem] = /sizes="[^"]*, ([\d.]+)rem"/.exec(html) ?? [];
  const dots = Number(rem) * 16 * 3;
  // Safari takes the smallest that is wide enough.
  expect(PICTURE_WIDTHS.find((width) => width >= dots)).toBe(640);
});
