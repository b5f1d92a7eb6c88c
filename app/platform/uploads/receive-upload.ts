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
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { log } from '../log.ts';
import { singleton } from '../singleton.ts';
import { diskProblem } from './disk-problem.ts';
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

/** How long an upload may occupy its place, in milliseconds: without a byte, and in total. */
type UploadPatience = { silence: number; whole: number };

/** At the longer limit, the largest file arrives at 56 kB a second, which is a poor phone connection. */
const PATIENCE: UploadPatience = { silence: 10_000, whole: 180_000 };

/**
 * Milliseconds for what remains once the body has arrived in full: its last bytes go to the disk. The parser waits
 * forever for the end of some malformed forms, such as one whose last boundary is inside a part's headers.
 */
const ENDING_MS = 2_000;

/** Bytes of the largest file that is received. */
export const MAXIMUM_UPLOAD = 10_000_000;
const MAXIMUM_FIELDS = 20;
const MAXIMUM_FIELD = 4_000;
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

async function receive(
  request: Request,
  path: string,
  { field, maximumSize = MAXIMUM_UPLOAD, patience = PATIENCE }: UploadOptions,
): Promise<Result<ReceivedUpload, UploadProblem>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || request.body === null) return refuse({ kind: 'malformed' });
  // The request declares its length in advance, so an honest sender is refused at once.
  const announced = Number(request.headers.get('content-length') ?? 0);
  const slack = MAXIMUM_FIELDS * MAXIMUM_FIELD;
  if (announced > maximumSize + slack) return refuse({ kind: 'too-large', limit: maximumSize });

  const { Busboy } = await import('@fastify/busboy');
  let form: InstanceType<typeof Busboy>;
  try {
    form = new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: MAXIMUM_FIELDS,
        fieldSize: MAXIMUM_FIELD,
        fileSize: maximumSize,
        parts: MAXIMUM_FIELDS + 1,
      },
    });
  } catch {
    return refuse({ kind: 'malformed' });
  }

  const fields: Record<string, string> = Object.create(null);
  const reader = request.body.getReader();
  const incoming = Readable.from(chunksOf(reader));
  let problem: UploadProblem | null = null;
  let failure: unknown = null;
  let written: Promise<number> | null = null;
  /** Where the file is written: its parser never ends the file's stream when the form is destroyed. */
  let target: WriteStream | null = null;
  /**
   * Leaves the rest of the body unread: the HTTP layer reads it after this upload has given up its place. Destroys the
   * form too, because a parser that is only left alone waits forever, and the request with it.
   */
  const leaveTheRest = () => {
    reader.releaseLock();
    incoming.destroy();
    form.destroy();
    target?.destroy();
  };
  /** Only the first problem counts. */
  const stop = (found: UploadProblem) => {
    problem ??= found;
    leaveTheRest();
  };
  // The parser reports an error on every stream it has made, also after the form has ended; without a listener the
  // process would end.
  form.on('error', () => undefined);

  // A part's name is missing where its sender left it out, whatever the parser's types say.
  form.on('field', (name: string | undefined, value, nameCut, valueCut) => {
    const isOdd = nameCut || valueCut || !isWellFormedText(value) || !isWellFormedText(name ?? '');
    if (name === undefined || isOdd) stop({ kind: 'malformed' });
    else if (!(name in fields)) fields[name] = value;
  });
  form.on('file', (name, stream) => {
    stream.on('error', () => undefined);
    if (name !== field) return stop({ kind: 'malformed' });
    stream.on('limit', () => stop({ kind: 'too-large', limit: maximumSize }));
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    target = file;
    written = pipeline(stream, file).then(() => file.bytesWritten);
    // The parser waits for the file's consumer: without this, a failed write would block the request forever. A sender
    // who disconnects also ends the writer; the check below distinguishes the two.
    written.catch((error: unknown) => {
      if (diskProblem(error) === null) return;
      failure = error;
      leaveTheRest();
    });
  });
  form.on('filesLimit', () => stop({ kind: 'too-many-files' }));
  form.on('fieldsLimit', () => stop({ kind: 'malformed' }));
  form.on('partsLimit', () => stop({ kind: 'malformed' }));

  // Places for uploads are few: a sender who falls silent or sends a byte now and then must not occupy one.
  const silence = setTimeout(() => stop({ kind: 'stalled' }), patience.silence);
  const whole = setTimeout(() => stop({ kind: 'stalled' }), patience.whole);
  let ending: NodeJS.Timeout | undefined;
  const heard = new Transform({
    transform(chunk, _encoding, pass) {
      silence.refresh();
      pass(null, chunk);
    },
    flush(pass) {
      ending = setTimeout(() => stop({ kind: 'malformed' }), ENDING_MS);
      pass();
    },
  });
  let size: number | null;
  try {
    await pipeline(incoming, heard, form);
    size = await Promise.resolve(written);
  } catch (error) {
    leaveTheRest();
    // The writer must release the file before it is deleted.
    await Promise.resolve(written).catch(() => undefined);
    if (failure !== null) throw failure;
    if (problem) return refuse(problem);
    return refuse({ kind: wasAborted(request, error) ? 'aborted' : 'malformed' });
  } finally {
    clearTimeout(silence);
    clearTimeout(whole);
    clearTimeout(ending);
  }
  if (problem) return refuse(problem);
  // A form without a chosen file sends an empty one.
  if (!size) return refuse({ kind: 'missing' });
  return succeed({ path, size, fields });
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
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

function wasAborted(request: Request, error: unknown): boolean {
  if (request.signal.aborted) return true;
  const name = error instanceof Error ? `${error.name} ${(error as NodeJS.ErrnoException).code ?? ''}` : '';
  return /Abort|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE/.test(name);
}
