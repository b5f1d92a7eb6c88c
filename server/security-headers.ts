/** The headers every response carries, and the policy every document carries. */

/** For scripts, style sheets and fonts; the rest speaks of documents. A first visit fetches a dozen of them. */
const partHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Sent with everything that may be opened by itself. */
export const commonHeaders: Readonly<Record<string, string>> = {
  ...partHeaders,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

/** What a response of this type carries besides its own headers. */
export function headersFor(type: string | null): Readonly<Record<string, string>> {
  return /^(?:text\/(?:javascript|css)|font\/)/.test(type ?? '') ? partHeaders : commonHeaders;
}

/** Two years, for origins that are reached by HTTPS. */
export const strictTransport = 'max-age=63072000; includeSubDomains';

/** What may stand inline in a document, as its policy names it: a nonce, or the hashes of the very texts. */
export type InlineSources = { scripts: string; styles: string };

/** Whatever bears this response's nonce. */
export function byNonce(nonce: string): InlineSources {
  return { scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` };
}

/**
 * The Content-Security-Policy of a document: our own files, and inline what is named; nobody may frame us, forms go
 * to us only.
 */
export function contentSecurityPolicy(
  inline: InlineSources,
  options: { https: boolean; development?: boolean },
): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' ${inline.scripts}`.trimEnd(),
    // Vite's development client injects styles; the built application writes one, with the nonce.
    options.development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${inline.styles}`.trimEnd(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    options.development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (options.https) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
