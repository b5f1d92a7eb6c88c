/**
 * Writes a download to disk before its first byte is sent:
 *
 *     const spooled = await spool(zipBytes(files));
 *     return spooled.response(zipHeaders('binder.zip'), request.signal);
 *
 * What makes the bytes runs at the speed of the disk and ends: a slow browser holds a file and nothing else. If it fails,
 * nothing is sent. The length is known, so a browser reports a download that was cut off. The file has no name from its
 * first byte on, so no other program can open it, and it is gone when it is closed, also after kill -9.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '#kernel/ids.ts';
import { uploadsFolder } from '../uploads/receive-upload.ts';

export type Spooled = {
  /** In bytes. */
  readonly size: number;
  /**
   * Sends it once, then closes it. Close it yourself if it is not sent.
   * @param gone aborts when the browser disconnects: no one reads the answer to a request that is over, so it closes then
   */
  response(headers: Readonly<Record<string, string>>, gone: AbortSignal): Response;
  close(): Promise<void>;
};

/** @throws what `bytes` throws, or the disk; nothing is left behind. */
export async function spool(bytes: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const path = join(uploadsFolder(), `${newId()}.spool`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const size = await write(file, bytes);
    return {
      size,
      response: (headers, gone) => {
        const stored = file.createReadStream({ start: 0 });
        if (gone.aborted) stored.destroy();
        else gone.addEventListener('abort', () => stored.destroy(), { once: true });
        return new Response(Readable.toWeb(stored) as ReadableStream<Uint8Array>, {
          headers: { ...headers, 'Content-Length': String(size) },
        });
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const part of bytes) {
    await file.writeFile(part);
    size += part.length;
  }
  return size;
}
