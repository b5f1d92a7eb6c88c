import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fitPicture, tintOf } from './fit-picture.ts';

const filled = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

test('a picture’s tint is the color along its edges, whatever is in the middle', async () => {
  const thing = await filled(300, 300, '#14261e');
  const picture = await sharp(await filled(400, 500, '#d9e8ec'))
    .composite([{ input: thing }])
    .jpeg({ quality: 95 })
    .toBuffer();
  const tint = await tintOf(picture);
  expect(tint).toMatch(/^#[0-9a-f]{6}$/);
  const channels = [1, 3, 5].map((at) => Number.parseInt(tint.slice(at, at + 2), 16));
  for (const [place, channel] of [0xd9, 0xe8, 0xec].entries())
    expect(Math.abs((channels[place] ?? 0) - channel), tint).toBeLessThanOrEqual(4);
});

test('transparency has the color of the paper behind pictures, and gray stays gray', async () => {
  expect(await tintOf(await filled(40, 50, '#00000000'))).toBe('#f3ede0');
  const gray = await sharp(await filled(40, 50, '#808080'))
    .toColorspace('b-w')
    .png()
    .toBuffer();
  expect(await tintOf(gray)).toMatch(/^#(?:7f7f7f|808080|818181)$/);
});

test.each([
  [400, 500],
  [500, 300],
  [300, 700],
])('a fitted picture of %i × %i px has the same tint', async (width, height) => {
  const picture = await sharp(await filled(width, height, '#d9e8ec'))
    .jpeg()
    .toBuffer();
  const [fitted] = await fitPicture(picture, [320], 5 / 4);
  if (!fitted) throw new Error('nothing was drawn');
  const [own, later] = [await tintOf(picture), await tintOf(fitted.bytes, true)];
  for (const at of [1, 3, 5])
    expect(
      Math.abs(Number.parseInt(own.slice(at, at + 2), 16) - Number.parseInt(later.slice(at, at + 2), 16)),
    ).toBeLessThanOrEqual(4);
});

test('transparency in a fitted picture has the color of the paper', async () => {
  const thing = await filled(100, 100, '#14261e');
  const picture = await sharp(await filled(400, 500, '#00000000'))
    .composite([{ input: thing }])
    .png()
    .toBuffer();
  const [fitted] = await fitPicture(picture, [320], 5 / 4);
  expect(await tintOf(fitted?.bytes ?? '', true)).toBe('#f3ede0');
});
