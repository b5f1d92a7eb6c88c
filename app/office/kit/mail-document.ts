/** Serves a mail as mail clients show it, for a frame in the back office: no scripts, no forms, no picture but the mark. */
import { mailOrigin } from '#platform/outgoing/mail.ts';

export function mailDocument(html: string): Response {
  return new Response(html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Mail has inline styles, so this document may use them; it may do nothing else.
      'Content-Security-Policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        `img-src data: ${mailOrigin()}/icon-192.png`,
        "form-action 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-popups allow-popups-to-escape-sandbox',
      ].join('; '),
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  });
}
