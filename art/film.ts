import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { ridgePath } from './landscape/ridge.ts';
import { mix, palette } from './palette.ts';
import { randomFrom } from './random.ts';
import { down, finish, linear, newSheet, radial } from './sheet.ts';

const [width, height] = [1280, 720];
const framesPerSecond = 24;
const seconds = 10;
const frames = framesPerSecond * seconds;

/** Far to near: how far each ridge sways with the camera, in pixels, and its colours. */
const ridges = [
  { name: 'film-1', base: 330, rise: 110, waves: 2.4, sway: 5, colour: '#B9CCCB', foot: '#E6E6D6', trees: 0 },
  {
    name: 'film-2',
    base: 400,
    rise: 120,
    waves: 2.9,
    sway: 11,
    colour: '#93B1A9',
    foot: '#CFDACB',
    trees: 0,
  },
  {
    name: 'film-3',
    base: 475,
    rise: 105,
    waves: 3.4,
    sway: 20,
    colour: '#658F7D',
    foot: '#A9C2AE',
    trees: 5,
  },
  {
    name: 'film-4',
    base: 565,
    rise: 95,
    waves: 2.8,
    sway: 33,
    colour: '#3B6A54',
    foot: '#7FA189',
    trees: 10,
  },
  {
    name: 'film-5',
    base: 665,
    rise: 70,
    waves: 2.6,
    sway: 52,
    colour: palette.spruce700,
    foot: '#2C5A44',
    trees: 16,
  },
] as const;

const margin = 70;

/** The land does not change from frame to frame: only where it stands does. */
const land = ridges.map((ridge) =>
  ridgePath({ ...ridge, x: -margin, width: width + margin * 2, floor: height + 40, step: 4 }),
);

/** Mist drifts past each ridge; every bank is born and gone within one turn of the loop. */
const banks = ridges.flatMap((ridge, layer) => {
  const random = randomFrom(`${ridge.name}/mist`);
  return Array.from({ length: 4 }, (_, index) => ({
    layer,
    start: index / 4 + random.between(-0.06, 0.06),
    x: random.between(0, width),
    y: ridge.base + random.between(40, 90),
    rx: random.between(420, 700),
    ry: random.between(34, 62),
    drift: random.between(120, 220) * (0.7 + layer * 0.22),
  }));
});

/** One frame; `turn` runs from 0 to 1 and the picture at 1 is the picture at 0. */
function filmFrame(turn: number): string {
  const sheet = newSheet(width, height);
  const camera = Math.sin(turn * Math.PI * 2);
  const vapour = radial(
    sheet,
    [
      [0, '#FBF7EA', 0.85],
      [0.5, '#FBF7EA', 0.4],
      [1, '#FBF7EA', 0],
    ],
    [0.5, 0.5, 0.5],
  );
  const glow = radial(
    sheet,
    [
      [0, '#FFE9B8', 0.95],
      [0.18, '#FBDFA4', 0.6],
      [1, '#F7E6C4', 0],
    ],
    [0.5, 0.5, 0.5],
  );
  const dawn = linear(
    sheet,
    [
      [0, '#CFDFE0'],
      [0.35, '#EFEBD9'],
      [0.6, '#F8E3BB'],
      [1, palette.cream],
    ],
    down,
  );
  const parts = [
    `<rect width="${width}" height="${height}" fill="${dawn}"/>`,
    `<circle cx="${890 - camera * 3}" cy="235" r="230" fill="${glow}"/><circle cx="${890 - camera * 3}" cy="235" r="30" fill="#FFF8E4"/>`,
  ];
  ridges.forEach((ridge, layer) => {
    const fill = linear(
      sheet,
      [
        [0, ridge.colour],
        [0.26, mix(ridge.colour, ridge.foot, 0.45)],
        [0.5, ridge.foot],
        [1, ridge.foot],
      ],
      down,
    );
    parts.push(
      `<path transform="translate(${(camera * ridge.sway).toFixed(2)} 0)" d="${land[layer]}" fill="${fill}"/>`,
    );
    for (const bank of banks) {
      if (bank.layer !== layer) continue;
      const age = (((turn + bank.start) % 1) + 1) % 1;
      const strength = Math.sin(age * Math.PI) ** 2 * (layer === 4 ? 0.35 : 0.9);
      parts.push(
        `<ellipse cx="${(bank.x + (age - 0.5) * bank.drift + camera * ridge.sway).toFixed(2)}" cy="${bank.y.toFixed(1)}" rx="${bank.rx.toFixed(0)}" ry="${bank.ry.toFixed(0)}" fill="${vapour}" opacity="${strength.toFixed(3)}"/>`,
      );
    }
  });
  return finish(sheet, parts.join(''));
}

/**
 * Breaks the steps of a smooth sky, which eight bits would show as bands. The same speckle lies over every
 * frame, so that it costs the encoders almost nothing.
 */
const speckle = (() => {
  const random = randomFrom('film/speckle');
  return Int8Array.from({ length: width * height }, () => Math.round(random.between(-2.4, 2.4)));
})();

function withSpeckle(pixels: Buffer): Buffer {
  for (let index = 0; index < pixels.length; index += 1) {
    const value = (pixels[index] ?? 0) + (speckle[Math.floor(index / 3)] ?? 0);
    pixels[index] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  return pixels;
}

const encoders = {
  webm: [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '29',
    '-row-mt',
    '0',
    '-threads',
    '1',
    '-deadline',
    'good',
    '-cpu-used',
    '3',
  ],
  mp4: ['-c:v', 'libx264', '-preset', 'medium', '-crf', '20', '-threads', '1', '-movflags', '+faststart'],
};

function encoder(file: string, format: keyof typeof encoders) {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    String(framesPerSecond),
    '-i',
    '-',
  ];
  const exact = [
    '-pix_fmt',
    'yuv420p',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-map_metadata',
    '-1',
    '-an',
  ];
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...encoders[format], ...exact, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const done = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${code} while writing ${file}.`);
  });
  return { child, done };
}

/**
 * The silent film of the About page, a ten-second loop, and its poster. Needs ffmpeg with libvpx and
 * libx264 on the PATH (Debian: the package `ffmpeg`); nothing else in the project does.
 */
export async function drawFilm(webm: string, mp4: string, poster: string): Promise<void> {
  // It is what a phone shows first of the page; mist loses nothing at three quarters of the film's width.
  await sharp(Buffer.from(filmFrame(0)))
    .resize(960)
    .webp({ quality: 76, effort: 6 })
    .toFile(poster);
  const running = [encoder(webm, 'webm'), encoder(mp4, 'mp4')];
  for (let frame = 0; frame < frames; frame += 1) {
    const pixels = await sharp(Buffer.from(filmFrame(frame / frames)))
      .removeAlpha()
      .raw()
      .toBuffer();
    withSpeckle(pixels);
    for (const { child } of running) if (!child.stdin.write(pixels)) await once(child.stdin, 'drain');
  }
  for (const { child } of running) child.stdin.end();
  await Promise.all(running.map(({ done }) => done));
}
