/** A PDF as a download. */
import { attachment } from '../csv/csv.ts';

/** @param fileName the name that people see */
export function pdfResponse(bytes: Buffer, fileName: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  });
}
