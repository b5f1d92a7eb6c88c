/**
 * Responses for pages that are complete in memory. The platform treats a body as a stream, and reading it costs as much
 * as compressing the page; so a page's response has no body, and the sender gets the page here.
 */
import { DrawnPage } from './drawn-page.ts';

const pages = new WeakMap<Response, DrawnPage>();

/** The response for a complete page. */
export function wholePage(page: DrawnPage, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, page);
  return response;
}

/** The page of `wholePage`; for any other response, its body. */
export async function pageOf(response: Response): Promise<DrawnPage> {
  return pages.get(response) ?? new DrawnPage(await response.text());
}

/** The complete bytes of a response: the page of `wholePage`, the body of any other. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return pages.get(response)?.toBuffer() ?? Buffer.from(await response.arrayBuffer());
}
