/**
 * Streams a ZIP of any size, generated while it is read:
 *
 *     return zipResponse('your-data.zip', filesOf(actor)); // an async generator
 *
 * Reads files only as fast as the browser takes them, and closes the generator when the browser disconnects.
 */
import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { attachment } from '../csv/csv.ts';

export type ZipEntry = {
  /** The path within the archive; ours, never text from a client. */
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Already compressed, like pictures: compressing it again would gain nothing. */
  isPacked?: boolean;
};

/** The archive as a download. */
export function zipResponse(fileName: string, entries: AsyncIterable<ZipEntry>): Response {
  // Reads one part ahead; later parts are read when needed.
  const source = Readable.from(zipBytes(entries), { highWaterMark: 1 });
  return new Response(Readable.toWeb(source) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  });
}

export async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    made.push(part);
  });
  for await (const { name, content, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const part of content) {
      file.push(part);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
