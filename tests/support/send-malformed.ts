/** Sends malformed uploads to every route that receives files, as people who may send files there. */
import type { Application } from './application.ts';
import type { FreshDatabase } from './database.ts';
import { type MalformedUpload, malformedUploads } from './malformed-uploads.ts';
import { aPerson, signedIn } from './people.ts';
import { inParallel } from './requests.ts';
import { uploadRoutes } from './upload-routes.ts';

/** Of one person's photos in an hour; the next person sends the rest. */
const MOST_PHOTOS = 25;
/** A shared machine may be several times slower than the two seconds that the slowest takes. */
const LONGEST_MS = 15_000;

/** The status of the answer, or why there is none. */
export async function sendUpload(
  { origin }: Pick<Application, 'origin'>,
  path: string,
  cookie: string,
  { type, body }: MalformedUpload,
): Promise<number | string> {
  const headers = { Origin: origin, Accept: 'application/json', cookie, 'Content-Type': type };
  try {
    const response = await fetch(origin + path, {
      ...{ method: 'POST', redirect: 'manual', headers, body: new Uint8Array(body) },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    await response.text();
    return response.status;
  } catch (error) {
    return String(error);
  }
}

/**
 * Sends every malformed upload to every route; those cut at every byte only if `cut`. Returns what was neither refused with
 * 422 nor, by a route that takes several files, answered file by file, and how many were sent.
 */
export async function sendMalformed(
  app: Pick<Application, 'origin'>,
  db: FreshDatabase['db'],
  { cut }: { cut: boolean },
): Promise<{ wrong: string[]; sent: number }> {
  const wrong: string[] = [];
  let sent = 0;
  await inParallel(await uploadRoutes(), 4, async ({ path, field, takesSeveral }) => {
    const role = path.startsWith('/admin/') ? 'admin' : 'user';
    const cases = malformedUploads(field).filter(({ what }) => cut || !what.includes('cut after'));
    for (let at = 0; at < cases.length; at += MOST_PHOTOS) {
      const cookie = await signedIn(db, await aPerson(db, { role }));
      for (const upload of cases.slice(at, at + MOST_PHOTOS)) {
        const status = await sendUpload(app, path, cookie, upload);
        sent += 1;
        const isNamed = takesSeveral && status === 200;
        if (status !== 422 && !isNamed) wrong.push(`${path}, ${upload.what}: ${status}`);
      }
    }
  });
  return { wrong, sent };
}
