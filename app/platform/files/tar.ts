/**
 * Writes and reads tar archives (POSIX ustar), streamed: files of a known size one after the other, which any `tar`
 * unpacks.
 */
import { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker } from 'modern-tar';

/** `content` has exactly `size` bytes. */
export type TarEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> };

/** Of every file, so that the same files are the same bytes. */
const OURS = { mode: 0o600, mtime: new Date(0) };

/** @throws Error when a file has another size than it said. */
export async function* tarBytes(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const write = async () => {
    for await (const { name, size, content } of entries)
      await ReadableStream.from(content).pipeTo(controller.add({ name, size, ...OURS }));
    controller.finalize();
  };
  write().catch((error) => controller.error(error));
  yield* readable;
}

/**
 * The files of an archive that `tarBytes` wrote. Read each `content` before asking for the next.
 * @throws Error when the archive ends early.
 */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  // Node's type of the same class.
  const source = ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>;
  const files = source.pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of files) yield { name: header.name, size: header.size, content: body };
}
