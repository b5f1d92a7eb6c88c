/** Public pictures from file storage: /media/<key>. Only what lies under `public/` there can be reached. */
import type { Context } from 'hono';
import { smallerPictureKey } from '#core/catalogue/pictures/picture.ts';
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
 * A PDF came from outside and may hold scripts: it is saved and opened by the reader's own program, and whatever opens
 * it here all the same has no origin and may load nothing.
 */
const documentHeaders = {
  'Content-Disposition': 'attachment; filename="certificate.pdf"',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

/**
 * Keys carry a hash of their content, so what was fetched once never changes. Whose browser saves data (`Save-Data: on`)
 * gets the next smaller width of a product's picture: pages stay the same for everybody, and caches keep both apart.
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
  // What nobody reads to its end is never closed.
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
