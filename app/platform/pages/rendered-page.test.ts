import { expect, test } from 'vitest';
import { placeOf, RenderedPage } from './rendered-page.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('every part stands in its place, as often as it is named, and the text around it as it was', () => {
  const parts = ['½ oz', '', '<b>two</b>'].map(bytes);
  const text = `${placeOf(2)}– and ${placeOf(0)}${placeOf(0)}${placeOf(1)} 🌲`;
  expect(new RenderedPage(text, parts).toBuffer().toString()).toBe('<b>two</b>– and ½ oz½ oz 🌲');
});

test('text that only looks like a place stays, and so do the places that parts have in their own bytes', () => {
  const odd = '{0} { 0} $1 $& {aaaaaaaaaaaaaaaaaaaaaaaa 0}';
  expect(new RenderedPage(odd).toBuffer().toString()).toBe(odd);
  const own = bytes(placeOf(0));
  expect(new RenderedPage(placeOf(0), [own]).toBuffer()).toEqual(Buffer.from(own));
});
