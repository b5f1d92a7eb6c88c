/** Tests that pictures as current phones save them are shrunk while they are decoded, whatever their pixels. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redrawPicture } from './redraw-picture.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-phones-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function aJpeg(width: number, height: number, progressive = false): Promise<string> {
  const path = join(folder, `${width}-${progressive}.jpg`);
  const blank = { width, height, channels: 3, background: '#465' } as const;
  await sharp({ create: blank, limitInputPixels: false }).jpeg({ quality: 60, progressive }).toFile(path);
  return path;
}

test.each([
  [50, 8160, 6120],
  [108, 12_000, 9000],
  [200, 16_320, 12_240],
])('a phone’s JPEG of %i megapixels is shrunk to 2,400 pixels', async (_, width, height) => {
  expect(await redrawPicture(await aJpeg(width, height))).toMatchObject({
    ok: true,
    value: { width: 2400, height: 1800 },
  });
});

test('a JPEG of more, and a progressive one of 50 megapixels, are refused with the limit that counts', async () => {
  expect(await redrawPicture(await aJpeg(18_000, 12_000))).toEqual({
    ok: false,
    problem: { kind: 'too-many-pixels', limit: 205_000_000 },
  });
  expect(await redrawPicture(await aJpeg(8160, 6120, true))).toEqual({
    ok: false,
    problem: { kind: 'too-many-pixels', limit: 24_000_000 },
  });
});
