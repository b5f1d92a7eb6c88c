/**
 * Streams one uploaded file to a temporary file as it arrives, never holding it in memory:
 *
 *     const outcome = await withUpload(request, { field: 'picture' }, async ({ path, fields }) => {
 *       const picture = await redrawPicture(path);
 *       return picture.ok ? savePicture(actor, fields.productId, picture.value) : picture;
 *     });
 *
 * The temporary file is deleted when this returns, whatever the outcome: refusal, error, disconnect. The next start or
 * the nightly cleanup (`cleanUpUploads`) deletes what a killed process leaves. A route that uses it checks who is
 * sending first, and reads no bytes before that. The sender's file name is never used.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { log } from '../log.ts';
import { singleton } from '../singleton.ts';
import { diskProblem } from './disk-problem.ts';
import { type FormLimits, type ReceivedFile, receiveForm, type UploadPatience } from './receive-form.ts';
import type { UploadProblem } from './upload-problem.ts';

export type ReceivedUpload = {
  /** The file's path until the work is done. */
  path: string;
  /** In bytes. */
  size: number;
  /** The form's other fields; the first of each name. */
  fields: Readonly<Record<string, string>>;
};

export type UploadOptions = {
  /** The name of the file's field. */
  field: string;
  /** In bytes. */
  maximumSize?: number;
  patience?: UploadPatience;
};

/** At the longer limit, the largest file arrives at 56 kB a second, which is a poor phone connection. */
const PATIENCE: UploadPatience = { silence: 10_000, whole: 180_000 };

/** Bytes of the largest file that is received. */
export const MAXIMUM_UPLOAD = 10_000_000;
/** Of several files at once, which arrive one after the other. */
const PATIENCE_FOR_MANY: UploadPatience = { silence: 10_000, whole: 900_000 };
/** Bytes and milliseconds for which a refused upload is still read. */
const MOST_LET_PASS = 4 * MAXIMUM_UPLOAD;
const TIMEOUT_MS = 3000;
/** Longer than any upload takes. Milliseconds. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

const folder = singleton<string>('uploads');

/** The folder for temporary files: on disk, where the system's own may be memory. */
export function uploadsFolder(): string {
  return folder.demand();
}

/** Sets the folder for incoming files, and deletes leftovers of killed processes. */
export async function openUploads(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  folder.set(path);
  await cleanUpUploads();
}

/**
 * Deletes leftovers of killed processes. Runs at every start and every night, because a start right after the kill
 * considers them too young.
 */
export async function cleanUpUploads(): Promise<void> {
  const path = folder.get();
  if (path === null) return;
  for (const name of await readdir(path)) {
    const file = join(path, name);
    // Another instance may be receiving it right now.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true });
  }
}

/**
 * Receives the upload, runs `work` with it and deletes it. A disk that cannot hold it, here or in `work`, is a refusal
 * like any other, at once.
 */
export async function withUpload<T, P>(
  request: Request,
  options: UploadOptions,
  work: (upload: ReceivedUpload) => Promise<Result<T, P>>,
): Promise<Result<T, P | UploadProblem>> {
  const path = join(folder.demand(), `${newId()}.upload`);
  try {
    const received = await receive(request, path, options);
    return received.ok ? await work(received.value) : received;
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    log.error({ err: error }, 'the disk did not take an upload');
    return refuse(problem);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * The same for several files of one field: a file that is too large does not refuse the others, and `work` gets them in
 * the order in which they were chosen.
 */
export async function withUploads<T, P>(
  request: Request,
  options: FormLimits,
  work: (files: readonly ReceivedFile[]) => Promise<Result<T, P>>,
): Promise<Result<T, P | UploadProblem>> {
  const id = newId();
  const pathOf = (at: number) => join(folder.demand(), `${id}-${at}.upload`);
  try {
    const received = await receiveForm(request, pathOf, options, PATIENCE_FOR_MANY);
    return received.ok ? await work(received.value.files) : received;
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    log.error({ err: error }, 'the disk did not take an upload');
    return refuse(problem);
  } finally {
    for (let at = 0; at < options.most; at += 1) await rm(pathOf(at), { force: true });
  }
}

async function receive(
  request: Request,
  path: string,
  { field, maximumSize = MAXIMUM_UPLOAD, patience = PATIENCE }: UploadOptions,
): Promise<Result<ReceivedUpload, UploadProblem>> {
  const form = { field, maximumSize, maximumTotal: maximumSize, most: 1 };
  const received = await receiveForm(request, () => path, form, patience);
  if (!received.ok) return received;
  const [file] = received.value.files;
  if (file?.isTooLarge) return refuse({ kind: 'too-large', limit: maximumSize });
  // A form without a chosen file sends an empty one.
  if (!file?.size) return refuse({ kind: 'missing' });
  return succeed({ path, size: file.size, fields: received.value.fields });
}

/**
 * Reads and discards the rest of a body for a few seconds: a browser reads no response while it is still sending, and
 * would report that the shop cannot be reached instead of the actual problem. Does nothing if the body was read to its
 * end.
 */
export async function letPass(body: ReadableStream<Uint8Array>): Promise<void> {
  if (body.locked) return;
  const reader = body.getReader();
  // Also covers a silent sender: releasing the lock ends the pending read.
  const patience = setTimeout(() => reader.releaseLock(), TIMEOUT_MS);
  let taken = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      taken += read.value.byteLength;
      if (taken > MOST_LET_PASS) return;
    }
  } catch {
    // The sender disconnected, or the time is up.
  } finally {
    clearTimeout(patience);
    reader.releaseLock();
  }
}
