/** Archives as another program sees them, and as we read them. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type TarEntry, tarBytes, tarEntries } from './tar.ts';

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const LONG = `photos/${'a'.repeat(90)}/${'b'.repeat(95)}`;
const FILES: Record<string, Buffer> = {
  'shop-id': Buffer.from('an id'),
  empty: Buffer.alloc(0),
  'products/jar.webp': Buffer.alloc(512, 7),
  [LONG]: Buffer.alloc(70_001, 9),
};

async function* entries(): AsyncGenerator<TarEntry> {
  for (const [name, bytes] of Object.entries(FILES)) yield { name, size: bytes.length, content: one(bytes) };
}
async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

test('tar lists and unpacks the archive', async () => {
  const tar = await whole(tarBytes(entries()));
  const run = (...args: string[]) => execFileSync('tar', args, { input: tar });
  expect(run('-tf', '-').toString().trim().split('\n')).toEqual(Object.keys(FILES));
  expect(run('-xOf', '-', LONG).equals(FILES[LONG] ?? Buffer.alloc(0))).toBe(true);
});

test('files come back with name and content, whether or not the one before was read', async () => {
  const tar = await whole(tarBytes(entries()));
  const read: Record<string, Buffer> = {};
  for await (const { name, content } of tarEntries(one(tar)))
    if (name !== 'empty') read[name] = await whole(content);
  const { empty, ...others } = FILES;
  expect(empty).toHaveLength(0);
  expect(read).toEqual(others);
});

test('an archive that ends early, and a file that changed while it was read, are errors', async () => {
  const tar = await whole(tarBytes(entries()));
  const reading = async (bytes: Uint8Array) => {
    for await (const entry of tarEntries(one(bytes))) expect(entry.size).toBeGreaterThanOrEqual(0);
  };
  for (const end of [100, 512, tar.length - 1024])
    await expect(reading(tar.subarray(0, end))).rejects.toThrow();
  async function* changed(size: number): AsyncGenerator<TarEntry> {
    yield { name: 'a', size, content: one(Buffer.from('four')) };
  }
  for (const size of [3, 5]) await expect(whole(tarBytes(changed(size)))).rejects.toThrow(/"a"/);
});

test('an archive that is not read to its end closes the file that it was reading', async () => {
  const closed: string[] = [];
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for (let nth = 0; nth < 1000; nth++) yield Buffer.alloc(65_536);
    } finally {
      closed.push('a');
    }
  }
  async function* large(): AsyncGenerator<TarEntry> {
    yield { name: 'a', size: 65_536_000, content: content() };
  }
  for await (const part of tarBytes(large())) if (part.length > 512) break;
  await expect.poll(() => closed).toEqual(['a']);
});
