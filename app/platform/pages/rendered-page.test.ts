import { expect, test } from 'vitest';
import { placeOf, RenderedPage } from './rendered-page.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('every part fills its place, as often as it occurs, and the text around it stays the same', () => {
  const parts = ['½ oz', '', '<b>two</b>'].map(bytes);
  const text = `${placeOf(2)}– and ${placeOf(0)}${placeOf(0)}${placeOf(1)} 🌲`;
  expect(new RenderedPage(text, parts).toBuffer().toString()).toBe('<b>two</b>– and ½ oz½ oz 🌲');
});

test('text that resembles a placeholder stays, and so do placeholders inside a part’s own bytes', () => {
  const odd = '{0} { 0} $1 $& {aaaaaaaaaaaaaaaaaaaaaaaa 0}';
  expect(new RenderedPage(odd).toBuffer().toString()).toBe(odd);
  const own = bytes(placeOf(0));
  expect(new RenderedPage(placeOf(0), [own]).toBuffer()).toEqual(Buffer.from(own));
});
