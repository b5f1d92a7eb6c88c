/** Defines the headers of every response and the policy of every document. */

/**
 * For scripts, style sheets and fonts; the other headers matter only for documents. A first visit loads a dozen of
 * these files.
 */
const partHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @param devices who may use those that are plugged in or paired */
function permissionsOf(devices: '()' | '(self)'): string {
  const off = 'geolocation=(), microphone=(), payment=()';
  return `camera=(self), ${off}, usb=${devices}, serial=${devices}, bluetooth=${devices}`;
}

/** For everything that can be opened on its own. */
export const commonHeaders: Readonly<Record<string, string>> = {
  ...partHeaders,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissionsOf('()'),
  'X-Permitted-Cross-Domain-Policies': 'none',
};

const { 'X-Frame-Options': _, ...framedHeaders } = commonHeaders;

/**
 * The headers for a response of this type, in addition to its own. A document whose policy lets other sites frame it
 * goes without X-Frame-Options, which would contradict it.
 */
export function headersFor(
  type: string | null,
  policy: string | null = null,
): Readonly<Record<string, string>> {
  if (/^(?:text\/(?:javascript|css)|font\/)/.test(type ?? '')) return partHeaders;
  return /frame-ancestors http/.test(policy ?? '') ? framedHeaders : commonHeaders;
}

/** Two years, for HTTPS origins. */
export const strictTransport = 'max-age=63072000; includeSubDomains';

/** Whether this is Vite's development server, which reloads code and styles itself. */
export const development = import.meta.env?.DEV === true;

/** The headers of everything a route answers, before it sets its own. */
export function answerHeaders(https: boolean): Readonly<Record<string, string>> {
  return {
    ...commonHeaders,
    ...(https ? { 'Strict-Transport-Security': strictTransport } : {}),
    'Cache-Control': 'private, no-cache',
  };
}

/** What the counter’s documents may use beside others: the printer of their tablet. */
export const counterPermissions = { 'Permissions-Policy': permissionsOf('(self)') };

/** Whether a document of this path is the counter’s. */
export const isCounter = (pathname: string): boolean => /^\/counter(?:\/|$)/i.test(pathname);

/** The headers of a document with these inline sources. */
export function documentHeaders(inline: InlineSources, https: boolean): Readonly<Record<string, string>> {
  return {
    ...answerHeaders(https),
    'Content-Security-Policy': contentSecurityPolicy(inline, { https, development }),
  };
}

/** The allowed inline sources of a document for its policy: a nonce, or hashes of the exact texts. */
export type InlineSources = { scripts: string; styles: string };

/** Allows everything that carries this response's nonce. */
export function byNonce(nonce: string): InlineSources {
  return { scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` };
}

/**
 * The policy of the worker that reads barcodes (app/counter/camera), which browsers take from its own response. No
 * document may run WebAssembly. The worker can load its module from us and do nothing else.
 */
export const barcodeReaderPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * The Content-Security-Policy of a document: only our own files, and the named inline sources; no one may frame us, and
 * forms post only to us.
 */
export function contentSecurityPolicy(
  inline: InlineSources,
  options: { https: boolean; development?: boolean },
): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' ${inline.scripts}`.trimEnd(),
    // Vite's development client injects styles; the built application has one inline style, with the nonce.
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
