/** Renders the sitemap protocol: at most 50,000 addresses per file, more in parts under an index. */
export const PART_SIZE = 50_000;

export type SitemapEntry = { path: string /** yyyy-mm-dd */; changedOn: string | null };

/** One file of addresses. */
export function sitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changedOn }) => {
    const changed = changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${changed}</url>\n`;
  });
  return `${head}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`;
}

/** The index of `parts` files, numbered from 1. */
export function sitemapIndex(origin: string, parts: number): string {
  const files = Array.from(
    { length: parts },
    (_, part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap.xml?part=${part + 1}`)}</loc></sitemap>\n`,
  );
  return `${head}<sitemapindex ${namespace}>\n${files.join('')}</sitemapindex>\n`;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
