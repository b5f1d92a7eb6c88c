/** An archive beyond 4 GB: what follows the limit is found where the directory says. */
import { expect, test } from 'vitest';
import { type ZipEntry, zipBytes } from './zip.ts';

const PIECE = Buffer.alloc(8 * 1024 * 1024);

async function* entries(): AsyncGenerator<ZipEntry> {
  for (const name of ['first', 'second', 'third']) {
    yield { name, content: Array.from({ length: 200 }, () => PIECE), isPacked: true };
  }
  yield { name: 'last', content: [Buffer.from('here')], isPacked: true };
}

test('the directory of an archive beyond 4 GB has the place of every file', {
  timeout: 300_000,
}, async () => {
  let size = 0;
  let place = 0;
  let tail: Uint8Array[] = [];
  for await (const part of zipBytes(entries())) {
    if (part.length === 34 && Buffer.from(part).includes('last')) place = size;
    size += part.length;
    if (part.length < 1000) tail = [...tail, part].slice(-2);
  }
  const [directory = new Uint8Array(), end = new Uint8Array()] = tail.map((part) => Buffer.from(part));
  expect(place).toBeGreaterThan(0xffff_ffff);
  const last = Buffer.from(directory).lastIndexOf('last');
  // The ZIP64 field follows the name: kind, length, offset.
  expect(Buffer.from(directory).readBigUInt64LE(last + 8)).toBe(BigInt(place));
  expect(Buffer.from(end).readBigUInt64LE(48)).toBe(BigInt(size - end.length - directory.length));
});

test('one file beyond 4 GB fails the archive: it would be cut off otherwise', {
  timeout: 300_000,
}, async () => {
  async function* huge(): AsyncGenerator<ZipEntry> {
    yield { name: 'huge', content: Array.from({ length: 520 }, () => PIECE), isPacked: true };
  }
  const reading = async () => {
    for await (const part of zipBytes(huge())) expect(part).toBeDefined();
  };
  await expect(reading()).rejects.toThrow('huge is too large for one file');
});
