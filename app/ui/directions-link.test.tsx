import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DirectionsLink, directionsHref } from './directions-link.tsx';

test('directions lead to the address, whatever characters it has, and nowhere else', () => {
  for (const address of ['118 Branch Road, Hancock, NY 13783', 'a&api=2#b "c" <d>', 'Größe 5 ½ & Söhne']) {
    const url = new URL(directionsHref(address));
    expect([url.origin, url.pathname]).toEqual(['https://www.google.com', '/maps/dir/']);
    expect(Object.fromEntries(url.searchParams)).toEqual({ api: '1', destination: address });
  }
});

test('the link says what it is and where it opens', () => {
  const text = (html: string) => html.replaceAll(/<[^>]+>/g, '');
  expect(text(renderToStaticMarkup(<DirectionsLink address="1 Elm Street" />))).toBe(
    '1 Elm Street (directions, opens in a new tab)',
  );
  const named = renderToStaticMarkup(<DirectionsLink address="1 Elm Street">Directions</DirectionsLink>);
  expect(text(named)).toBe('Directions (opens in a new tab)');
  expect(named).toContain('rel="noopener noreferrer"');
});
