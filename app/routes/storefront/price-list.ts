/** /pricing.pdf: the price list behind the header's Pricing link. */
import { readPriceList } from '#features/catalogue/price-list-queries.server.ts';

export async function loader() {
  const list = await readPriceList();
  // Read whole: a stream would stay open when only the headers are asked for.
  const bytes = list instanceof ReadableStream ? await new Response(list).bytes() : new Uint8Array(list);
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="price-list.pdf"',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
