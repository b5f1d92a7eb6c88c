import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PICTURE_WIDTHS } from '#core/goods/catalogue/pictures/picture.ts';
import { drawnFile } from '#seed/catalogue/product.ts';
import { demoProducts } from '#seed/demo-catalogue.ts';
import { drawFilm } from './film.ts';
import { pageFonts, paperFonts } from './fonts.ts';
import { favicon, icon, linkPicture, markDrawing, placeholder, tile } from './identity.ts';
import { autumnRows } from './landscape/autumn-rows.ts';
import { barn } from './landscape/barn.ts';
import { confluence } from './landscape/confluence.ts';
import { dusk } from './landscape/dusk.ts';
import { homeBand, homeBandAtNight } from './landscape/home-band.ts';
import { ridgeLine } from './landscape/ridge-line.ts';
import { packShots } from './pack-shots/arrange.ts';

/**
 * Draws every picture of the project; run by `npm run art`. The same input gives the same bytes.
 * `npm run art -- packs`, `packs beaverkill`, `landscapes`, `identity`, `fonts` or `film` draws one part.
 */
const projectFile = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

async function save(path: string, content: Buffer | string): Promise<void> {
  const file = projectFile(path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const webp = (drawing: string, quality: number, width?: number) =>
  sharp(Buffer.from(drawing))
    .flatten({ background: '#F3EDE0' })
    .resize(width ? { width } : null)
    .webp({ quality, effort: 6, smartSubsample: true })
    .toBuffer();

async function drawPackShots(only: string): Promise<void> {
  for (const product of demoProducts.filter(({ slug }) => slug.includes(only))) {
    const pictures = packShots(product);
    if (pictures.length !== product.images.length) {
      throw new Error(`${product.slug} lists ${product.images.length} pictures but has ${pictures.length}.`);
    }
    for (const [index, image] of product.images.entries()) {
      for (const width of PICTURE_WIDTHS) {
        await save(drawnFile(image.picture, width), await webp(pictures[index] ?? '', 80, width));
      }
    }
  }
}

async function cutFonts(): Promise<void> {
  for (const [name, font] of Object.entries(await pageFonts()))
    await save(`app/ui/fonts/${name}.woff2`, font);
  for (const [name, font] of Object.entries(await paperFonts()))
    await save(`app/platform/paper/fonts/${name}.ttf`, font);
}

async function drawLandscapes(): Promise<void> {
  // Finer than the rest: below this, the wide sky breaks into blocks.
  for (const [name, band] of Object.entries({
    'home-band': homeBand(),
    'home-band-night': homeBandAtNight(),
  }))
    for (const width of [2400, 1200, 800])
      await save(`public/art/${name}-${width}.webp`, await webp(band, 88, width));
  const scenes = { barn: barn(), confluence: confluence(), 'autumn-rows': autumnRows() };
  for (const [name, drawing] of Object.entries(scenes)) {
    await save(`public/art/about-${name}.webp`, await webp(drawing, 78));
    await save(`public/art/about-${name}-800.webp`, await webp(drawing, 78, 800));
  }
  await save('public/art/gate-dusk.webp', await webp(dusk(), 78));
  await save('public/art/ridge-line.svg', ridgeLine());
}

async function drawIdentity(): Promise<void> {
  await save('public/mark.svg', markDrawing());
  await save('public/favicon.svg', tile(22, 0.14));
  await save('public/favicon.ico', await favicon());
  await save('public/apple-touch-icon.png', await icon(180, 0, 0.2));
  await save('public/icon-192.png', await icon(192, 0, 0.2));
  await save('public/icon-512.png', await icon(512, 0, 0.2));
  await save('public/art/og.jpg', await linkPicture());
  await save('public/placeholder-product.jpg', await placeholder());
}

async function drawMovingPicture(): Promise<void> {
  await mkdir(projectFile('public/media'), { recursive: true });
  await drawFilm(
    projectFile('public/media/farm.webm'),
    projectFile('public/media/farm.mp4'),
    projectFile('public/media/farm-poster.webp'),
  );
}

const [part = 'all', only = ''] = process.argv.slice(2);
if (part === 'all' || part === 'packs') await drawPackShots(only);
if (part === 'all' || part === 'landscapes') await drawLandscapes();
if (part === 'all' || part === 'identity') await drawIdentity();
if (part === 'all' || part === 'fonts') await cutFonts();
if (part === 'all' || part === 'film') await drawMovingPicture();
