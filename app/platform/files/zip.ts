/**
 * A ZIP as bytes that are made while they are read, however much goes into it:
 *
 *     return zipResponse('your-data.zip', filesOf(actor)); // an async generator
 *
 * Files are asked for as fast as the browser takes them, and the generator is closed when it goes away.
 */
import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { attachment } from '../csv/csv.ts';

export type ZipEntry = {
  /** Path within the archive; ours, never a client's text. */
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Packed already, as pictures are: packing it again would gain nothing. */
  isPacked?: boolean;
};

/** The archive as a download. */
export function zipResponse(fileName: string, entries: AsyncIterable<ZipEntry>): Response {
  // One part ahead is enough: what comes behind it is read when it is wanted.
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
