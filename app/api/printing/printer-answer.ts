/** Small answers to printers, which read no pages. */

export const printerAnswer = (status: number): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });

/** Also for a printer that speaks another protocol than it was added with. */
export const noSuchPrinter = (): Response => printerAnswer(404);
