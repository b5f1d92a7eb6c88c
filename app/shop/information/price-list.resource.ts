/** /pricing.pdf: the price list behind the header's Pricing link. */

import type { Route } from './+types/price-list.resource';
import { readPriceList } from './price-list-queries.server.ts';

/** Browsers cache it but revalidate every time, so that no customer reads yesterday's prices. */
export async function loader({ request }: Route.LoaderArgs) {
  const { body, tag } = await readPriceList();
  const headers = { 'Cache-Control': 'public, no-cache', ETag: `"${tag}"` };
  const stream = body instanceof ReadableStream ? body : null;
  if (knows(request.headers.get('if-none-match'), tag)) {
    await stream?.cancel();
    return new Response(null, { status: 304, headers });
  }
  // Read in full: a stream would stay open when only the headers are requested.
  const bytes = body instanceof ReadableStream ? await new Response(body).bytes() : new Uint8Array(body);
  return new Response(bytes, {
    headers: {
      ...headers,
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="price-list.pdf"',
    },
  });
}

/** Whether the browser already has these bytes; a version compressed by a proxy counts as the same. */
function knows(asked: string | null, tag: string): boolean {
  return (asked ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === `"${tag}"`);
}
