/**
 * Pages as bytes. To the platform a body is a stream, and to read one costs as much as to pack the page; so a page's
 * response has none, and whoever sends it asks here.
 */
const pages = new WeakMap<Response, Buffer>();

/** The response of a page that is there as a whole. */
export function wholePage(page: Buffer, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, page);
  return response;
}

/** All that a response says: the page of `wholePage`, the body of any other. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return pages.get(response) ?? Buffer.from(await response.arrayBuffer());
}
