/** A PDF as a download, or shown in the browser. */
import { attachment } from '../csv/csv.ts';

/**
 * @param fileName the name that people see
 * @param place `inline` opens in the browser, to be printed from there; its name has plain characters only
 */
export function pdfResponse(
  bytes: Uint8Array,
  fileName: string,
  place: 'attachment' | 'inline' = 'attachment',
): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': place === 'inline' ? `inline; filename="${fileName}"` : attachment(fileName),
      'Cache-Control': 'no-store',
    },
  });
}
