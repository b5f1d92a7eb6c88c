/** Serves the built client files from a list of names, so that a page's request never touches the disk. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { barcodeReaderPolicy, contentSecurityPolicy } from './security-headers.ts';

/** Always revalidated: an old worker would keep serving an outdated shop. */
const WORKER = '/service-worker.js';

/** Their names contain a hash of their content. */
const ASSETS = '/assets/';

/** The worker of app/counter/camera/read-pictures.worker.ts. */
const BARCODE_READER = /^\/assets\/read-pictures\.worker-[\w-]+\.js$/;

/**
 * What other sites load into their own pages: the mark in the head of every mail, which mail clients in a browser show,
 * and the script that shows the menu.
 */
const forOthers: ReadonlySet<string> = new Set(['/icon-192.png', '/embed.js']);

/** Serves the built files; passes everything else on. */
export function staticFiles(
  root: string,
  { https }: { https: boolean },
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  // A page that is a file has nothing inline.
  const policy = contentSecurityPolicy({ scripts: '', styles: '' }, { https });
  const built = builtFiles(root);
  const asFile = serveStatic<{ Bindings: HttpBindings }>({ root, precompressed: true });
  return async (context, next) => {
    const { path, method } = context.req;
    if (!built.has(path) || (method !== 'GET' && method !== 'HEAD')) return next();
    context.header('Cache-Control', freshnessOf(path));
    if (forOthers.has(path)) context.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (path.endsWith('.html')) context.header('Content-Security-Policy', policy);
    if (BARCODE_READER.test(path)) context.header('Content-Security-Policy', barcodeReaderPolicy);
    const response = await asFile(context, next);
    // Another build has taken the file away: what answers in its place must not stay for a year.
    if (!response?.headers) {
      context.header('Cache-Control', 'no-store');
      return response;
    }
    // Browsers do not revalidate what never changes, and its request id is of no use: both take a kilobyte of a first visit.
    if (path.startsWith(ASSETS)) {
      response.headers.delete('Last-Modified');
      context.env.outgoing.removeHeader('X-Request-Id');
    }
    const date = response.headers.get('Last-Modified');
    if (!date || date !== context.req.header('If-Modified-Since')) return response;
    await response.body?.cancel();
    const headers = new Headers(response.headers);
    for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) headers.delete(name);
    return new Response(null, { status: 304, headers });
  };
}

function freshnessOf(path: string): string {
  if (path === WORKER) return 'no-cache';
  return path.startsWith(ASSETS) ? 'max-age=31536000, immutable' : 'max-age=86400';
}

/** The URL paths of the built files. */
function builtFiles(root: string): ReadonlySet<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  );
}
