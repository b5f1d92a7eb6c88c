/** Public pictures from file storage: /media/<key>. Only what lies under `public/` there can be reached. */
import type { Context } from 'hono';
import { isFileKey } from '#platform/file-store.ts';
import { files } from '#platform/files.ts';

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/**
 * A PDF came from outside and may hold scripts: it is saved and opened by the reader's own program, and whatever opens
 * it here all the same has no origin and may load nothing.
 */
const documentHeaders = {
  'Content-Disposition': 'attachment; filename="certificate.pdf"',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

/** Keys carry a hash of their content, so what was fetched once never changes. */
export async function serveMedia(context: Context): Promise<Response> {
  const key = context.req.path.slice('/media/'.length);
  const type = types[key.slice(key.lastIndexOf('.') + 1)];
  const file = type && isFileKey(key) ? await files().get(`public/${key}`) : null;
  if (!file || !type) return context.text('Not found', 404);
  const isAskedAbout = context.req.method === 'HEAD';
  // What nobody reads to its end is never closed.
  if (isAskedAbout) await file.body.cancel();
  return new Response(isAskedAbout ? null : file.body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...(type === types.pdf ? documentHeaders : {}),
    },
  });
}
