/** Serves public pictures from file storage: /media/<key>. Only files under `public/` are reachable. */
import type { Context } from 'hono';
import { smallerPictureKey } from '#core/goods/catalogue/pictures/picture.ts';
import { isFileKey } from '#platform/files/file-store.ts';
import { files } from '#platform/files/files.ts';

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/**
 * A PDF comes from outside and may contain scripts: browsers download it for the reader's own program, and if one opens
 * it here anyway, it has no origin and may load nothing.
 */
const documentHeaders = {
  'Content-Disposition': 'attachment; filename="certificate.pdf"',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

/**
 * Keys contain a hash of their content, so a response never changes. A browser that saves data (`Save-Data: on`) gets
 * the next smaller width of a product's picture: pages stay the same for everyone, and caches store the two separately.
 */
export async function serveMedia(context: Context): Promise<Response> {
  const key = context.req.path.slice('/media/'.length);
  const type = types[key.slice(key.lastIndexOf('.') + 1)];
  const smallerKey = smallerPictureKey(key);
  const savesData = context.req.header('Save-Data')?.trim().toLowerCase() === 'on';
  const smaller = savesData && smallerKey !== null ? await publicFile(smallerKey) : null;
  const file = smaller ?? (type ? await publicFile(key) : null);
  if (!file || !type) return context.text('Not found', 404);
  const isAskedAbout = context.req.method === 'HEAD';
  // A body that is not read to its end would never be closed.
  if (isAskedAbout) await file.body.cancel();
  return new Response(isAskedAbout ? null : file.body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...(smallerKey === null ? {} : { Vary: 'Save-Data' }),
      ...(type === types.pdf ? documentHeaders : {}),
    },
  });
}

async function publicFile(key: string) {
  return isFileKey(key) ? files().get(`public/${key}`) : null;
}
