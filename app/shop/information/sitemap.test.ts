import { expect, test } from 'vitest';
import { PART_SIZE, sitemap, sitemapIndex } from './sitemap.ts';

const origin = 'https://farm.example';

test('a sitemap has every full URL, with the day of its last change where known', () => {
  expect(
    sitemap(origin, [
      { path: '/', changedOn: null },
      { path: '/products/7', changedOn: '2026-06-05' },
    ]),
  ).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://farm.example/</loc></url>\n' +
      '<url><loc>https://farm.example/products/7</loc><lastmod>2026-06-05</lastmod></url>\n' +
      '</urlset>\n',
  );
});

test('a URL with XML characters cannot end its element', () => {
  const written = sitemap(origin, [{ path: '/products?q=<"a">&b=<">', changedOn: null }]);
  expect(written).toContain(
    '<loc>https://farm.example/products?q=&lt;&quot;a&quot;&gt;&amp;b=&lt;&quot;&gt;</loc>',
  );
});

test('the index numbers its parts from one', () => {
  expect(sitemapIndex(origin, 2)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<sitemap><loc>https://farm.example/sitemap.xml?part=1</loc></sitemap>\n' +
      '<sitemap><loc>https://farm.example/sitemap.xml?part=2</loc></sitemap>\n' +
      '</sitemapindex>\n',
  );
});

test('a part has as many URLs as the protocol allows', () => {
  expect(PART_SIZE).toBe(50_000);
});
