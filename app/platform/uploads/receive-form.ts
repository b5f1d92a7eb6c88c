/**
 * Parses a multipart form while it arrives and streams its files to disk, never holding one in memory. `withUpload` and
 * `withUploads` call it, and delete the files.
 */
import { createWriteStream, type WriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { diskProblem } from './disk-problem.ts';
import type { UploadProblem } from './upload-problem.ts';

/** What a form may bring. */
export type FormLimits = {
  /** The name of the files' field. */
  field: string;
  /** In bytes, of one file. */
  maximumSize: number;
  /** In bytes, of all of them. */
  maximumTotal: number;
  /** How many files. */
  most: number;
};

/** One of several files; `isTooLarge` if it was cut off at the limit. */
export type ReceivedFile = {
  path: string;
  /** In bytes; 0 for an empty file. */
  size: number;
  /** As the sender named it, which may be anything. */
  name: string;
  isTooLarge: boolean;
};

/** How long an upload may occupy its place, in milliseconds: without a byte, and in total. */
export type UploadPatience = { silence: number; whole: number };

/**
 * Milliseconds for what remains once the body has arrived in full: its last bytes go to the disk. The parser waits
 * forever for the end of some malformed forms, such as one whose last boundary is inside a part's headers.
 */
const ENDING_MS = 2_000;

const MAXIMUM_FIELDS = 20;
const MAXIMUM_FIELD = 4_000;

/** `files` in the order of the form; `fields` has the first of each name. */
export type ReceivedForm = { files: ReceivedFile[]; fields: Record<string, string> };

/**
 * Receives the form with its files at `pathOf`. Of one file too many bytes refuse the form; of several, only that file.
 * Throws what the disk refuses (`diskProblem`).
 */
export async function receiveForm(
  request: Request,
  pathOf: (at: number) => string,
  { field, maximumSize, maximumTotal, most }: FormLimits,
  patience: UploadPatience,
): Promise<Result<ReceivedForm, UploadProblem>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || request.body === null) return refuse({ kind: 'malformed' });
  // The request declares its length in advance, so an honest sender is refused at once.
  const announced = Number(request.headers.get('content-length') ?? 0);
  const slack = MAXIMUM_FIELDS * MAXIMUM_FIELD;
  if (announced > maximumTotal + slack) return refuse({ kind: 'too-large', limit: maximumTotal });

  const { Busboy } = await import('@fastify/busboy');
  let form: InstanceType<typeof Busboy>;
  try {
    form = new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: most,
        fields: MAXIMUM_FIELDS,
        fieldSize: MAXIMUM_FIELD,
        fileSize: maximumSize,
        parts: MAXIMUM_FIELDS + most,
      },
    });
  } catch {
    return refuse({ kind: 'malformed' });
  }

  const fields: Record<string, string> = Object.create(null);
  const files: ReceivedFile[] = [];
  const reader = request.body.getReader();
  const incoming = Readable.from(chunksOf(reader));
  let problem: UploadProblem | null = null;
  let failure: unknown = null;
  const written: Promise<number>[] = [];
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
  form.on('file', (name, stream, fileName: string | undefined) => {
    stream.on('error', () => undefined);
    if (name !== field) return stop({ kind: 'malformed' });
    const path = pathOf(files.length);
    const received: ReceivedFile = { path, size: 0, name: fileName ?? '', isTooLarge: false };
    files.push(received);
    stream.on('limit', () => {
      received.isTooLarge = true;
      // Of several files the others still count.
      if (most === 1) stop({ kind: 'too-large', limit: maximumSize });
    });
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    target = file;
    const writing = pipeline(stream, file).then(() => {
      received.size = file.bytesWritten;
      return file.bytesWritten;
    });
    written.push(writing);
    // The parser waits for the file's consumer: without this, a failed write would block the request forever. A sender
    // who disconnects also ends the writer; the check below distinguishes the two.
    writing.catch((error: unknown) => {
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
  let heardBytes = 0;
  const heard = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      silence.refresh();
      heardBytes += chunk.byteLength;
      if (most > 1 && heardBytes > maximumTotal + slack) stop({ kind: 'too-large', limit: maximumTotal });
      else pass(null, chunk);
    },
    flush(pass) {
      ending = setTimeout(() => stop({ kind: 'malformed' }), ENDING_MS);
      pass();
    },
  });
  try {
    await pipeline(incoming, heard, form);
    await Promise.all(written);
  } catch (error) {
    leaveTheRest();
    // The writer must release the file before it is deleted.
    await Promise.allSettled(written);
    if (failure !== null) throw failure;
    if (problem) return refuse(problem);
    return refuse({ kind: wasAborted(request, error) ? 'aborted' : 'malformed' });
  } finally {
    clearTimeout(silence);
    clearTimeout(whole);
    clearTimeout(ending);
  }
  return problem ? refuse(problem) : succeed({ files, fields });
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
}

function wasAborted(request: Request, error: unknown): boolean {
  if (request.signal.aborted) return true;
  const name = error instanceof Error ? `${error.name} ${(error as NodeJS.ErrnoException).code ?? ''}` : '';
  return /Abort|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE/.test(name);
}
