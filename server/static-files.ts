/** The built client files, known by name, so that a page's request never touches the disk. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

/** Serves what the build made; passes everything else on. */
export function staticFiles(root: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const built = builtFiles(root);
  const asFile = serveStatic<{ Bindings: HttpBindings }>({ root, precompressed: true });
  return async (context, next) => {
    const { path } = context.req;
    if (!built.has(path)) return next();
    const forGood = path.startsWith('/assets/');
    context.header(
      'Cache-Control',
      forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    );
    return asFile(context, next);
  };
}

/** URL paths of the files the build made. */
function builtFiles(root: string): ReadonlySet<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  );
}
