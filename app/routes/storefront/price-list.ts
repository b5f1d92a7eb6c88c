/** /pricing.pdf: the price list behind the header's Pricing link. */
import { readPriceList } from '#features/catalogue/price-list-queries.server.ts';

export async function loader() {
  const list = await readPriceList();
  return new Response(list instanceof ReadableStream ? list : new Uint8Array(list), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="price-list.pdf"',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
