/** A mail as mail clients show it, for a frame on a page of the back office: no scripts, no forms, nothing from elsewhere. */
export function mailDocument(html: string): Response {
  return new Response(html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Mail carries its styles inline, so this one document may; it may do nothing else.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  });
}
