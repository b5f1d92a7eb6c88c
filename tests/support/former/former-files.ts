/** The files of a former shop, as its buckets are folders: license photos, profile photos and pictures of products. */
import { createHash } from 'node:crypto';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { FormerSize } from './former-shop.ts';

/** As PostgreSQL's `md5(…)::uuid`. */
function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Every 10th file is missing, and every 17th is a page that says it is a picture. */
export async function makeFormerFiles(folder: string, { photos, products }: FormerSize): Promise<void> {
  const picture = (color: string, [width, height]: readonly [number, number]) =>
    sharp({ create: { width, height, channels: 3, background: color } });
  const [jpeg, png] = [
    await picture('#336699', [640, 420]).jpeg().toBuffer(),
    await picture('#669933', [400, 500]).png().toBuffer(),
  ];
  await mkdir(folder, { recursive: true });
  const kept = { jpg: join(folder, 'one.jpg'), png: join(folder, 'one.png'), page: join(folder, 'page') };
  await writeFile(kept.jpg, jpeg);
  await writeFile(kept.png, png);
  await writeFile(kept.page, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const put = async (name: string, number: number, from: string) => {
    if (number % 10 === 9) return;
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await link(number % 17 === 16 ? kept.page : from, path);
  };
  for (let number = 1; number <= Math.ceil(photos / 4); number += 1)
    await put(`license-photos/licenses/${uuidOf(`person${number}`)}.jpg`, number, kept.jpg);
  for (let number = 1; number <= Math.floor(photos / 4); number += 1)
    await put(`profile-photos/profiles/${uuidOf(`person${number}`)}.png`, number, kept.png);
  for (let number = 1; number <= Math.min(Math.floor(photos / 2), products); number += 1)
    await put(`product-images/products/${number}/front view.png`, number, kept.png);
}
