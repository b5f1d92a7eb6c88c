/** Archives as an independent reader sees them. */
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ZipEntry, zipBytes } from './zip.ts';

async function* entries(...of: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* of;
}
async function whole(of: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of zipBytes(of)) parts.push(part);
  return Buffer.concat(parts);
}

test('files come back as they were: compressed, packed, empty, large, and with any name', async () => {
  const large = Buffer.alloc(1_000_000, 'Kestrel Moon ');
  const zip = await whole(
    entries(
      { name: 'a/large.csv', content: [large.subarray(0, 70_001), large.subarray(70_001)] },
      { name: 'picture.jpg', content: [Buffer.from([1, 2, 3])], isPacked: true },
      { name: 'empty.txt', content: [] },
      { name: 'Größe – 名.txt', content: [Buffer.from('ü')] },
    ),
  );
  expect(zip.length).toBeLessThan(10_000);
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual(['a/large.csv', 'picture.jpg', 'empty.txt', 'Größe – 名.txt']);
  expect(Buffer.from(files['a/large.csv'] ?? []).equals(large)).toBe(true);
  expect([...(files['picture.jpg'] ?? [])]).toEqual([1, 2, 3]);
});

test('content that fails ends the archive with that error, and without an end', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(200_000, 'a');
    throw new Error('the database is away');
  }
  const parts: Uint8Array[] = [];
  const reading = async () => {
    for await (const part of zipBytes(entries({ name: 'a.csv', content: failing() }))) parts.push(part);
  };
  await expect(reading()).rejects.toThrow('the database is away');
  expect(() => unzipSync(Buffer.concat(parts))).toThrow();
});

test('more files than the old format counts are all in the archive', async () => {
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < 66_000; n++) yield { name: `${n}`, content: [], isPacked: true };
  }
  const zip = await whole(many());
  // The end of the ZIP64 directory, 98 bytes before the archive's.
  expect(zip.readUInt32LE(zip.length - 98)).toBe(0x06064b50);
  expect(zip.readBigUInt64LE(zip.length - 98 + 32)).toBe(66_000n);
  expect(Object.keys(unzipSync(zip))).toHaveLength(66_000);
});
