/** Hostile and unlucky uploads over real HTTP: each is refused with a message, and none leaves anything on disk. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { refuse, succeed } from '#kernel/result.ts';
import { waitingToDraw } from '../drawing/draw-apart.ts';
import { MAXIMUM_PIXELS } from '../drawing/draw-picture.ts';
import { type Picture, redrawPicture } from '../drawing/redraw-picture.ts';
import { singleton } from '../singleton.ts';
import { cleanUpUploads, letPass, openUploads, type ReceivedUpload, withUpload } from './receive-upload.ts';
import { type UploadProblem, uploadMessage } from './upload-problem.ts';

const LIMIT = 2_000_000;

let folder: string;
let server: Server;
let url: string;
/** The result of the last upload. */
let drawn: Picture | null = null;
let lastFields: Readonly<Record<string, string>> = {};
let duringWork: (upload: ReceivedUpload) => Promise<void> = async () => undefined;
let answered = 0;
const USUAL = { silence: 60_000, whole: 60_000 };
let patience = USUAL;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-uploads-'));
  await openUploads(folder);
  server = createServer(
    getRequestListener(async (request) => {
      drawn = null;
      const outcome = await withUpload(
        request,
        { field: 'picture', maximumSize: LIMIT, patience },
        async (upload) => {
          lastFields = { ...upload.fields };
          await duringWork(upload);
          const picture = await redrawPicture(upload.path);
          if (picture.ok) drawn = picture.value;
          return picture.ok ? succeed(picture.value.contentType) : picture;
        },
      );
      answered += 1;
      // As the shop does: a sender reads no answer while it is still sending.
      if (request.body !== null) await letPass(request.body);
      // A refused upload is not read to its end, so no connection serves a second request.
      return Response.json(outcome, {
        status: outcome.ok ? 200 : 422,
        headers: { Connection: 'close' },
      });
    }),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { ok: true; value: string } | { ok: false; problem: UploadProblem };

async function send(
  bytes: Uint8Array | Blob,
  options: { name?: string; field?: string } = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('note', 'front');
  form.set(options.field ?? 'picture', new File([bytes as BlobPart], options.name ?? 'a.jpg'));
  const response = await fetch(url, { method: 'POST', body: form });
  const answer = (await response.json()) as Answer;
  expect(readdirSync(folder), 'nothing is left on disk').toEqual([]);
  return answer;
}

/** A handwritten body, for what no browser would send. */
async function sendRaw(body: string | Buffer, type = 'multipart/form-data; boundary=xyz'): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': type },
  });
  const answer = (await response.json()) as Answer;
  expect(readdirSync(folder)).toEqual([]);
  return answer;
}

const refused = (kind: UploadProblem['kind']) => ({ ok: false, problem: expect.objectContaining({ kind }) });

const photo = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#24503b' } });

/** A PNG that claims this size, with almost no data behind it. */
function pixelBomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is redrawn', async (format) => {
    const answer = await send(await photo().toFormat(format).toBuffer(), { name: 'wrong.exe' });
    expect(answer).toEqual({ ok: true, value: 'image/jpeg' });
    expect(drawn).toMatchObject({ width: 640, height: 480, extension: 'jpg' });
    expect(lastFields).toEqual({ note: 'front' });
  });

  test('stays transparent as PNG and is reduced to the size we show', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 1500, channels: 4, background: '#24503b80' } })
      .png()
      .toBuffer();
    expect(await send(bytes)).toEqual({ ok: true, value: 'image/png' });
    expect(drawn).toMatchObject({ width: 2400, height: 1200 });
  });

  test('loses its location, camera and comments, and is upright', async () => {
    const exif = {
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitude: '41/1 57/1 0/1', GPSLatitudeRef: 'N' },
    };
    const bytes = await photo(400, 200)
      .jpeg()
      .withExif(exif)
      .withMetadata({ orientation: 6, exif })
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    expect(await send(bytes)).toMatchObject({ ok: true });
    expect(drawn).toMatchObject({ width: 200, height: 400 });
    const seen = await sharp(drawn?.bytes).metadata();
    expect([seen.exif, seen.xmp, seen.iptc, seen.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(drawn?.bytes.includes('SecretCamera')).toBe(false);
  });

  test('with a page hidden behind it loses the page', async () => {
    const script = '<script>alert(document.cookie)</script>';
    const bytes = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from(script)]);
    expect(await send(bytes, { name: 'x.html' })).toMatchObject({ ok: true });
    expect(drawn?.bytes.includes('<script>')).toBe(false);
  });
});

test('a phone’s JPEG of more than 24 megapixels is shrunk as it is decoded, and a progressive one of that size refused', async () => {
  const large = sharp({ create: { width: 6000, height: 4500, channels: 3, background: '#456' } });
  expect(await send(await large.clone().jpeg({ quality: 60 }).toBuffer())).toMatchObject({ ok: true });
  expect(drawn).toMatchObject({ width: 2400, height: 1800 });
  expect(await send(await large.jpeg({ quality: 60, progressive: true }).toBuffer())).toEqual(
    refused('too-many-pixels'),
  );
});

describe('an upload refuses', () => {
  test('a bomb of 256 megapixels in a few kilobytes, before drawing it', async () => {
    const bomb = pixelBomb(16_000, 16_000);
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    expect(await send(bomb)).toEqual(refused('too-many-pixels'));
    console.info({
      bombBytes: bomb.length,
      refusedAfterMs: Math.round(performance.now() - began),
      grownMb: Math.round((process.memoryUsage().rss - before) / 1e6),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    const allowed = pixelBomb(6_000, MAXIMUM_PIXELS / 6_000);
    expect(await send(allowed)).toMatchObject({ ok: true });
  });

  test.each([
    [24_000_000, 1],
    [1, 24_000_000],
    [24, 1_000_000],
    [20_001, 10],
  ])(
    'a picture of %d by %d pixels, whose drawing takes memory or seconds that no one has',
    async (...size) => {
      const began = performance.now();
      expect(await send(pixelBomb(...size))).toEqual(refused('too-long'));
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(await send(pixelBomb(20_000, 10))).toMatchObject({ ok: true });
    },
  );

  test('SVG, with and without its prologue, also behind a false comment', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const text of [svg, `<?xml version="1.0"?>${svg}`, `<!-- GIF89a -->${svg}`]) {
      expect(await send(Buffer.from(text), { name: 'x.jpg' })).toMatchObject(refused('wrong-type'));
    }
    expect(uploadMessage({ kind: 'wrong-type', type: 'SVG' })).toMatch(/^We cannot use SVG files\./);
  });

  test('a file whose content is no picture', async () => {
    const gif = await photo(10, 10).gif().toBuffer();
    for (const bytes of [Buffer.from('%PDF-1.7 …'), Buffer.from('hello'), randomBytes(4000), gif]) {
      expect(await send(bytes)).toEqual(refused('wrong-type'));
    }
  });

  test('an iPhone’s HEIC, with a message that helps', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(64),
    ]);
    expect(await send(heic)).toEqual(refused('heic'));
    expect(uploadMessage({ kind: 'heic' })).toContain('JPEG');
  });

  test('a picture that is cut off, or only starts as one', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await send(noise.subarray(0, noise.length / 2))).toEqual(refused('broken'));
    const png = await photo(300, 300).png().toBuffer();
    expect(await send(png.subarray(0, png.length - 40))).toEqual(refused('broken'));
    expect(await send(Buffer.concat([noise.subarray(0, 20), randomBytes(5000)]))).toEqual(refused('broken'));
  });

  test('more than the limit, while it arrives', async () => {
    expect(await send(randomBytes(LIMIT + 1))).toEqual(refused('too-large'));
    expect(await send(randomBytes(LIMIT * 3)).catch(() => refused('too-large'))).toEqual(
      refused('too-large'),
    );
  });

  test('two files, a file under another name, no file, and no form', async () => {
    const form = new FormData();
    form.append('picture', new File(['a'], 'a.jpg'));
    form.append('picture', new File(['b'], 'b.jpg'));
    expect(await (await fetch(url, { method: 'POST', body: form })).json()).toEqual(
      refused('too-many-files'),
    );
    expect(await send(Buffer.from('x'), { field: 'avatar' })).toEqual(refused('malformed'));
    expect(await send(Buffer.alloc(0), { name: '' })).toEqual(refused('missing'));
    expect(await sendRaw('a=1', 'application/x-www-form-urlencoded')).toEqual(refused('malformed'));
    expect(await sendRaw('', 'multipart/form-data')).toEqual(refused('malformed'));
    expect(await sendRaw('nonsense without a boundary')).toEqual(refused('malformed'));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a form with hundreds of fields, or a very long one', async () => {
    const field = (n: number, value = 'x') =>
      `--xyz\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n${value}\r\n`;
    const many = Array.from({ length: 400 }, (_, n) => field(n)).join('');
    expect(await sendRaw(`${many}--xyz--\r\n`)).toEqual(refused('malformed'));
    expect(await sendRaw(`${field(1, 'x'.repeat(10_000))}--xyz--\r\n`)).toEqual(refused('malformed'));
  });
});

test.each([
  '../../etc/passwd',
  '..\\..\\windows.ini',
  'a\r\nSet-Cookie: x=1',
  'a\0b.jpg',
  `${'x'.repeat(5000)}.jpg`,
])('a file named %j is a file like any other', async (name) => {
  const seen: string[] = [];
  duringWork = async ({ path }) => {
    seen.push(path);
  };
  const safe = name.replaceAll('\r\n', '%0D%0A').replaceAll('\0', '');
  const head = `--xyz\r\nContent-Disposition: form-data; name="picture"; filename="${safe}"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    await photo(10, 10).jpeg().toBuffer(),
    Buffer.from('\r\n--xyz--\r\n'),
  ]);
  expect(await sendRaw(body)).toMatchObject({ ok: true });
  duringWork = async () => undefined;
  expect(seen[0]).toMatch(/^.*farmgate-uploads-[^/]+\/[0-9a-f-]{36}\.upload$/);
});

test('a sender who disconnects midway leaves nothing on disk', async () => {
  const before = answered;
  const sending = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
  });
  sending.on('error', () => undefined);
  sending.write('--xyz\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n');
  sending.write(randomBytes(500_000));
  await expect.poll(() => readdirSync(folder).length).toBe(1);
  sending.destroy();
  await expect.poll(() => readdirSync(folder).length).toBe(0);
  await expect.poll(() => answered).toBe(before + 1);
});

test('a file of any size that the disk refuses gets an immediate answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const gone = join(folder, 'gone');
  await openUploads(gone);
  rmSync(gone, { recursive: true });
  for (const size of [10, 150_000, 1_000_000])
    expect(await send(randomBytes(size))).toEqual(refused('not-saved'));
  await openUploads(folder);
  log.mockRestore();
}, 20_000);

describe('a sender who occupies a place without sending', () => {
  afterEach(() => {
    patience = USUAL;
  });

  /** Starts an upload; returns the response once the sender's own `going` is over. */
  function begin(going: (send: (bytes: Buffer) => void) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=xyz' };
      const sending = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
      });
      sending.on('error', reject);
      sending.write('--xyz\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n');
      going((bytes) => void sending.write(bytes));
    });
  }

  test('by falling silent gets an answer, and leaves nothing on disk', async () => {
    patience = { ...USUAL, silence: 300 };
    const answer = await begin((send) => send(randomBytes(20_000)));
    expect(answer).toEqual({ ok: false, problem: { kind: 'stalled' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('by sending a byte now and then is limited in total time', async () => {
    patience = { ...USUAL, whole: 600 };
    let drip: NodeJS.Timeout | undefined;
    const answer = await begin((send) => {
      drip = setInterval(() => send(Buffer.from('x')), 50);
    });
    clearInterval(drip);
    expect(answer).toEqual({ ok: false, problem: { kind: 'stalled' } });
    expect(uploadMessage({ kind: 'stalled' })).toContain('stopped on its way');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('work that throws leaves nothing on disk', async () => {
  duringWork = async ({ path }) => {
    expect(existsSync(path)).toBe(true);
    throw new Error('a bug');
  };
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const form = new FormData();
  form.set('picture', new File([(await photo(10, 10).jpeg().toBuffer()) as BlobPart], 'a.jpg'));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(500);
  duringWork = async () => undefined;
  log.mockRestore();
  expect(readdirSync(folder)).toEqual([]);
});

test('pictures are drawn one at a time', async () => {
  const path = join(folder, 'a.jpg');
  writeFileSync(path, await photo(1200, 900).jpeg().toBuffer());
  const all = Array.from({ length: 6 }, () => redrawPicture(path));
  await vi.waitFor(() => expect(waitingToDraw()).toBe(5));
  expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  rmSync(path);
});

test('a crash of the drawing process breaks no picture, a picture that crashes two breaks no other, and the process ends when idle', async () => {
  const held = singleton<{ pictures: { process: ChildProcess | null }[] }>('drawing processes');
  const path = join(folder, 'a.jpg');
  writeFileSync(path, await photo(4000, 3000).jpeg().toBuffer());
  const first = redrawPicture(path);
  await vi.waitFor(() => expect(held.get()?.pictures[0]?.process?.pid).toEqual(expect.any(Number)));
  const ended = held.get()?.pictures[0]?.process;
  ended?.kill('SIGKILL');
  // The system may have killed it for lack of memory: the picture gets another process.
  await vi.waitFor(() => expect(held.get()?.pictures[0]?.process?.pid).not.toBe(ended?.pid));
  expect(await first).toMatchObject({ ok: true, value: { width: 2400, height: 1800 } });

  const breaking = redrawPicture(path);
  for (let time = 0; time < 2; time++) {
    const drawing = held.get()?.pictures[0]?.process;
    drawing?.kill('SIGKILL');
    await vi.waitFor(() => expect(held.get()?.pictures[0]?.process?.pid).not.toBe(drawing?.pid));
  }
  expect(await breaking).toEqual(refuse({ kind: 'broken' }));
  expect(await redrawPicture(path)).toMatchObject({ ok: true });
  const next = held.get()?.pictures[0]?.process;
  await vi.waitFor(() => expect(next?.exitCode).toBe(0), { timeout: 30_000 });
  expect(await redrawPicture(path)).toMatchObject({ ok: true });
  rmSync(path);
});

test.each([
  ['by the next start', () => openUploads(folder)],
  ['in the night after', cleanUpUploads],
])('leftovers of a killed process are removed %s, and a file still arriving stays', async (_, cleanUp) => {
  const [old, fresh] = [join(folder, 'old.upload'), join(folder, 'fresh.upload')];
  for (const file of [old, fresh]) writeFileSync(file, 'x');
  const now = Date.now() / 1000;
  // Uses the same clock as the code: a shifted test clock does not change file times.
  utimesSync(fresh, now, now);
  utimesSync(old, now - 2 * 60 * 60, now - 2 * 60 * 60);
  await cleanUp();
  expect(readdirSync(folder)).toEqual(['fresh.upload']);
  rmSync(fresh);
});

test('a refused sender who falls silent is not waited for', async () => {
  vi.useFakeTimers();
  try {
    const silent = new ReadableStream<Uint8Array>({ start: (sender) => sender.enqueue(new Uint8Array(10)) });
    let isOver = false;
    void letPass(silent).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(2900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isOver).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
