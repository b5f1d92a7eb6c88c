/** Tests files dropped in together, in a shop that began empty: certificates for lots, pictures for products. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { productImages } from '#db/schema/catalogue.ts';
import { droppedFiles } from '#db/schema/drops.ts';
import { lots } from '#db/schema/stock.ts';
import type { DropKind } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { receiveLot } from '../stock/lots/receive-lot.server.ts';
import { releaseWaitingLots } from '../stock/lots/release-waiting-lots.server.ts';
import { readDrops, readStoredDrops } from './drops-queries.server.ts';
import { placePictures } from './place-pictures.server.ts';
import { receiveDrops } from './receive-drops.server.ts';
import { cleanUpDrops, removeDrops } from './remove-drops.server.ts';

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-drops-'));
  openFiles(folderStore(join(folder, 'files')));
  await openUploads(join(folder, 'uploads'));
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterAll(async () => {
  await fresh.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => fresh.db.delete(droppedFiles));

const pdf = (words: string) =>
  Buffer.from(`%PDF-1.7\n${words.padEnd(300, ' ')}\nstartxref\n12\n%%EOF\n`, 'latin1');
const jpeg = (red: number, size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .jpeg()
    .toBuffer();

function sent(given: readonly (readonly [name: string, bytes: Buffer])[]): Request {
  const body = new FormData();
  for (const [name, bytes] of given) body.append('files', new File([new Uint8Array(bytes)], name));
  return new Request('http://localhost/admin/drops', { method: 'POST', body });
}
const drop = (kind: DropKind, given: Parameters<typeof sent>[0], actor = admin) =>
  receiveDrops(actor, kind, sent(given));
const idOf = async (kind: DropKind, name: string) =>
  (await readDrops(admin, kind)).find((file) => file.name === name)?.id ?? '';

async function waitingLot(batchNumber: string, productId?: number): Promise<number> {
  const id = productId ?? (await aProduct(fresh.db, { onHand: 0 }));
  const made = await receiveLot(admin, {
    ...{ productId: id, batchNumber, quantity: 5, testStatus: null, expiresOn: null },
  });
  return made.ok ? made.value.lotId : expect.fail(made.problem.kind);
}
const lotOf = async (id: number) => {
  const [row] = await fresh.db.select().from(lots).where(eq(lots.id, id));
  return row;
};

describe('certificates dropped in together', () => {
  test('are received one by one, and each that cannot be used is named with its reason', async () => {
    const outcome = await drop('certificate', [
      ['BD-2611.pdf', pdf('one')],
      ['empty.pdf', Buffer.alloc(0)],
      ['photo.pdf', await jpeg(10)],
      ['cut off.pdf', pdf('cut').subarray(0, 250)],
      ['large.pdf', Buffer.alloc(5_000_001, ' ')],
      ['../../\u202e/GG-100.pdf', pdf('two')],
    ]);
    expect(outcome).toMatchObject({ ok: true });
    const found = await readDrops(admin, 'certificate');
    expect(found.map(({ name, problem }) => [name, problem])).toEqual([
      ['BD-2611.pdf', null],
      ['cut off.pdf', expect.stringContaining('cut off')],
      ['empty.pdf', expect.stringContaining('empty')],
      ['GG-100.pdf', null],
      ['large.pdf', expect.stringContaining('larger than 5 MB')],
      ['photo.pdf', expect.stringContaining('another kind of file')],
    ]);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    expect(await removeDrops(admin, 'certificate', 'unusable')).toEqual({ ok: true, value: { removed: 4 } });
    expect(await readDrops(admin, 'certificate')).toHaveLength(2);
  });

  test('under one name stay two files, and the same file twice, or the same refusal, is one', async () => {
    await drop('certificate', [
      ['BD.pdf', pdf('one')],
      ['BD.pdf', pdf('other')],
    ]);
    await drop('certificate', [['BD.pdf', pdf('one')]]);
    await drop('certificate', [['empty.pdf', Buffer.alloc(0)]]);
    await drop('certificate', [['empty.pdf', Buffer.alloc(0)]]);
    expect((await readDrops(admin, 'certificate')).map(({ name }) => name)).toEqual([
      'BD.pdf',
      'BD.pdf',
      'empty.pdf',
    ]);
  });

  test('of several lots put those on sale that are complete, each with its file, and the others say what they lack', async () => {
    const [whole, sibling, bare] = [
      await waitingLot('BD-2611'),
      await waitingLot('BD-2611'),
      await waitingLot('GG-100'),
    ];
    await drop('certificate', [['BD-2611.pdf', pdf('one')]]);
    const [file] = await readStoredDrops(admin, 'certificate', [await idOf('certificate', 'BD-2611.pdf')]);
    const coaKey = file?.key ?? '';
    const { testStatus, ...papers } = PASSED;
    const own = new Map([
      [whole, { ...papers, coaKey }],
      [sibling, { ...papers, totalThcBasisPoints: 1900, coaKey }],
      [bare, { labName: 'Own Lab', coaKey: 'certificates/dropped/gone' }],
    ]);
    const press = () =>
      releaseWaitingLots(admin, {
        ...{ lotIds: [whole, sibling, bare], reason: 'Certificates of Nov 24' },
        ...{ given: { testStatus }, own },
      });
    expect(await press()).toMatchObject({ value: { released: 2, lackPapers: 1, movedOn: 0 } });
    expect(await lotOf(whole)).toMatchObject({ ...PASSED, status: 'sellable', coaKey });
    expect(await lotOf(sibling)).toMatchObject({ status: 'sellable', totalThcBasisPoints: 1900, coaKey });
    // What was entered for it is not lost; the result of all is no result of a lot without a certificate.
    expect(await lotOf(bare)).toMatchObject({
      ...{ status: 'untested', labName: 'Own Lab', coaKey: null, totalThcBasisPoints: null },
    });
    expect((await lotOf(bare))?.testStatus).not.toBe(testStatus);
    // A second press finds the two on sale, and does nothing twice.
    expect(await press()).toMatchObject({ value: { released: 0, lackPapers: 1, movedOn: 2 } });
    const audited = await fresh.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(bare)))
      .orderBy(asc(auditLog.createdAt));
    expect(audited.map(({ action }) => action)).toEqual(['lot.received', 'lot.edited']);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('pictures dropped in together', () => {
  test('go to their products in the order of their names, and a bad one stops no other', async () => {
    const [jar, mug] = [await aProduct(fresh.db), await aProduct(fresh.db)];
    const outcome = await drop('picture', [
      ['jar 10.jpg', await jpeg(250)],
      ['jar 2.jpg', await jpeg(2)],
      ['broken.jpg', (await jpeg(3, 400)).subarray(0, 300)],
      ['notes.txt', Buffer.from('Just words')],
      ['mug.jpg', await jpeg(4)],
    ]);
    if (!outcome.ok) expect.fail(outcome.problem.kind);
    expect(outcome.value.map(({ message }) => message !== null)).toEqual([false, false, true, true, false]);
    const wanted = [
      { dropId: await idOf('picture', 'jar 10.jpg'), productId: jar },
      { dropId: await idOf('picture', 'mug.jpg'), productId: 999_999 },
      { dropId: await idOf('picture', 'jar 2.jpg'), productId: jar },
    ];
    expect(await placePictures(admin, wanted)).toMatchObject({
      placed: 2,
      refused: [{ name: 'mug.jpg', message: 'Product not found' }],
    });
    const rows = await fresh.db
      .select()
      .from(productImages)
      .where(eq(productImages.productId, jar))
      .orderBy(productImages.position);
    const hue = async (key: string) => {
      const stored = await files().get(`public/${key}-320.webp`);
      const bytes = Buffer.from(await new Response(stored?.body ?? null).arrayBuffer());
      const { dominant } = await sharp(bytes).flatten().stats();
      return dominant;
    };
    expect(rows).toHaveLength(2);
    expect((await hue(rows[0]?.key ?? '')).r).toBeLessThan((await hue(rows[1]?.key ?? '')).r);
    // The one that was refused still waits; a second press adds nothing twice.
    expect((await readDrops(admin, 'picture')).filter(({ key }) => key !== null)).toHaveLength(1);
    expect(await placePictures(admin, wanted.slice(0, 1))).toEqual({ placed: 0, refused: [] });
    wanted[1] = { dropId: wanted[1]?.dropId ?? '', productId: mug };
    expect(await placePictures(admin, wanted)).toMatchObject({ placed: 1, refused: [] });
  });

  test('from an iPhone as HEIC are refused with what to do', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(200),
    ]);
    const outcome = await drop('picture', [['IMG_1.HEIC', heic]]);
    expect(outcome).toMatchObject({
      value: [{ name: 'IMG_1.HEIC', message: expect.stringContaining('save it as JPEG') }],
    });
  });
});

describe('dropped files', () => {
  test('are received, listed, placed and removed only by those who manage inventory', async () => {
    for (const actor of [staff, await aPerson(fresh.db)])
      expect(await drop('certificate', [['a.pdf', pdf('a')]], actor)).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
    expect(await receiveDrops(guest, 'picture', sent([]))).toMatchObject({ ok: false });
    await drop('picture', [['jar.jpg', await jpeg(9)]]);
    const dropId = await idOf('picture', 'jar.jpg');
    expect(await readDrops(staff, 'picture')).toEqual([]);
    expect(await placePictures(staff, [{ dropId, productId: await aProduct(fresh.db) }])).toEqual({
      placed: 0,
      refused: [],
    });
    expect(await removeDrops(staff, 'picture', [dropId])).toMatchObject({ ok: false });
    expect(await readDrops(admin, 'picture')).toHaveLength(1);
  });

  test('of one kind are not taken for the other, and odd ids remove nothing', async () => {
    await drop('picture', [['jar.jpg', await jpeg(9)]]);
    const id = await idOf('picture', 'jar.jpg');
    expect(await readStoredDrops(admin, 'certificate', [id])).toEqual([]);
    expect(await removeDrops(admin, 'certificate', [id, 'x', ''])).toEqual({
      ok: true,
      value: { removed: 0 },
    });
  });

  test('without a file, or with too many, are refused as a whole', async () => {
    expect(await drop('picture', [['', Buffer.alloc(0)]])).toMatchObject({
      problem: { kind: 'upload', problem: { kind: 'missing' } },
    });
    const many = Array.from({ length: 61 }, (_, at) => [`${at}.pdf`, pdf(`${at}`)] as const);
    expect(await drop('certificate', many)).toMatchObject({
      problem: { kind: 'upload', problem: { kind: 'too-many-files' } },
    });
    expect(await readDrops(admin, 'certificate')).toEqual([]);
  });

  test('never wait in larger numbers than the limit, however many arrive at once', async () => {
    const one = { kind: 'certificate' as const, problem: 'no', actorId: admin.userId };
    await fresh.db
      .insert(droppedFiles)
      .values(Array.from({ length: 398 }, (_, at) => ({ ...one, name: `${at}.pdf` })));
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, at) => drop('certificate', [[`n${at}.pdf`, pdf(`new ${at}`)]])),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await readDrops(admin, 'certificate')).toHaveLength(400);
  });

  test('wait for six days', async () => {
    await drop('picture', [['jar.jpg', await jpeg(9)]]);
    await cleanUpDrops(systemClock().add({ hours: 6 * 24 - 1 }));
    expect(await readDrops(admin, 'picture')).toHaveLength(1);
    await cleanUpDrops(systemClock().add({ hours: 6 * 24 + 1 }));
    expect(await readDrops(admin, 'picture')).toEqual([]);
  });
});
