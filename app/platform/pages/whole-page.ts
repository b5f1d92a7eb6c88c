/**
 * Pages that are there as a whole. To the platform a body is a stream, and to read one costs as much as to pack the
 * page; so a page's response has none, and whoever sends it asks here.
 */
import { DrawnPage } from './drawn-page.ts';

const pages = new WeakMap<Response, DrawnPage>();

/** The response of a page that is there as a whole. */
export function wholePage(page: DrawnPage, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, page);
  return response;
}

/** The page of `wholePage`; of any other response what its body says. */
export async function pageOf(response: Response): Promise<DrawnPage> {
  return pages.get(response) ?? new DrawnPage(await response.text());
}

/** All that a response says: the page of `wholePage`, the body of any other. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return pages.get(response)?.toBuffer() ?? Buffer.from(await response.arrayBuffer());
}
