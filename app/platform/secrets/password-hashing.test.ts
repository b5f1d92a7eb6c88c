/**
 * Password hashes that match the stored ones, a few at a time, separate from the threads that compress and read files.
 */
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import {
  comparePassword,
  HashingBusyError,
  hashPassword,
  isForeignHash,
  verifyPassword,
} from './password-hashing.ts';

const PASSWORD = 'kettle-orbit-mossy';

/** Of `PASSWORD`, stored by the first release. */
const STORED =
  '920f029a3b0006a6f4bb36a6953b2340:36a6c4f01ada99776f097c727f1c86bbac56d10b3b4ea3db6ef131c5d10033529e1742f71de78889f9b52ba1d7320cb309932775058e5d3848a760c3c7e5b2d7';

test('a hash matches only its password, and hashes stored earlier still match', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(await verifyPassword(hash, PASSWORD)).toBe(true);
  expect(await verifyPassword(hash, `${PASSWORD}.`)).toBe(false);
  expect(await verifyPassword(STORED, PASSWORD)).toBe(true);
  // Compatibility characters count as their plain equivalents, as they always have.
  expect(await verifyPassword(await hashPassword('ﬁeld of rye'), 'field of rye')).toBe(true);
});

test('a password counts as typed: to its last character, capitals and spaces included', async () => {
  const long = `${PASSWORD} `.repeat(6).slice(0, 100);
  const hash = await hashPassword(long);
  expect(await verifyPassword(hash, long)).toBe(true);
  expect(await verifyPassword(hash, `${long.slice(0, -1)}!`)).toBe(false);
  expect(await verifyPassword(hash, long.replace('kettle', 'Kettle'))).toBe(false);
  expect(await verifyPassword(hash, `${long} `)).toBe(false);
});

test('a hash of the first release is replaced by one of today’s cost, and only with its password', async () => {
  const formers = new Set(['scrypt']);
  expect(await comparePassword(STORED, `${PASSWORD}.`, formers)).toEqual({
    isRight: false,
    rehashed: null,
  });
  const { isRight, rehashed } = await comparePassword(STORED, PASSWORD, formers);
  expect(isRight).toBe(true);
  expect(rehashed).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
  expect(await verifyPassword(rehashed ?? '', PASSWORD)).toBe(true);
  expect(await comparePassword(rehashed, PASSWORD, formers)).toEqual({ isRight: true, rehashed: null });
  expect(await comparePassword(rehashed, `${PASSWORD}.`, new Set())).toEqual({
    isRight: false,
    rehashed: null,
  });
});

test.each([STORED, null, '$scrypt$ln=14,r=8,p=5$AAAA$AAAA'])(
  'comparing with %s computes one hash of each cost while former ones are left',
  async (stored) => {
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    await comparePassword(stored, 'another-lantern', new Set(['scrypt']));
    const [{ tasks }] = sent.mock.calls.at(-1) as [{ tasks: { options: object }[] }];
    expect(tasks.map(({ options }) => options)).toMatchObject([
      { N: 16384, r: 8, p: 5 },
      { N: 16384, r: 16, p: 1 },
    ]);
    sent.mockRestore();
  },
);

/** Of `PASSWORD`, by the bcrypt of the C library. */
const FOREIGN = [
  '$2a$10$abcdefghijklmnopqrstuu1uuLieSHO5SiIoMO8yLUzdL/lO3MiS6',
  '$2y$06$abcdefghijklmnopqrstuulhbjcLEBK7k/Pwp8HbDwt4w1FzfHr8u',
  '$2b$04$abcdefghijklmnopqrstuuQaf5KhtaWdhYCCT5rdhtEUE5NOR.0tC',
];

test.each(FOREIGN)(
  'a hash of another system, %s, is replaced by one of ours, and only with its password',
  async (hash) => {
    const formers = new Set(['bcrypt 10']);
    expect(await comparePassword(hash, `${PASSWORD}.`, formers)).toEqual({ isRight: false, rehashed: null });
    const { isRight, rehashed } = await comparePassword(hash, PASSWORD, formers);
    expect(isRight).toBe(true);
    expect(await verifyPassword(rehashed ?? '', PASSWORD)).toBe(true);
    expect(await verifyPassword(hash, PASSWORD)).toBe(true);
  },
);

test.each([FOREIGN[0] ?? '', null])(
  'comparing with %j does the work of bcrypt while such hashes are left',
  async (stored) => {
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    await comparePassword(stored, 'another-lantern', new Set(['bcrypt 10']));
    const [{ tasks }] = sent.mock.calls.at(-1) as [{ tasks: { options?: object; setting?: string }[] }];
    expect(tasks).toMatchObject([
      { options: { N: 16384, r: 8, p: 5 } },
      { setting: expect.stringMatching(/^\$2[ab]\$10\$.{22}$/) },
    ]);
    sent.mockRestore();
  },
);

test.each([
  ['a cost of 31, which would take days', `$2b$31$${'a'.repeat(53)}`],
  ['a cost of 13', `$2b$13$${'a'.repeat(53)}`],
  ['a hash that is cut short', `$2b$10$${'a'.repeat(52)}`],
  ['an unknown version', `$2x$10$${'a'.repeat(53)}`],
  ['a line break at its end', `$2b$10$${'a'.repeat(53)}\n`],
])('%s is not read as a hash of another system', (_, hash) => expect(isForeignHash(hash)).toBe(false));

test.each(['', 'x', 'salt:', ':key', 'a:b:c', '$scrypt$ln=14,r=8,p=5$', '$scrypt$ln=14,r=8,p=5$AAAA$'])(
  'the invalid hash %j matches nothing',
  async (stored) => {
    expect(await verifyPassword(stored, PASSWORD)).toBe(false);
  },
);

test('a hash beyond a long queue is refused as busy, and the others complete', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => hashPassword(PASSWORD)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  // One core is reserved for pages, so one or two are hashed at a time.
  expect(refused).toHaveLength(availableParallelism() > 2 ? 3 : 4);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(HashingBusyError);
  expect(await verifyPassword(await hashPassword(PASSWORD), PASSWORD)).toBe(true);
});

test('compression does not wait for password hashing', async () => {
  let hashed = 0;
  const hashing = Promise.all(
    Array.from({ length: 8 }, async () => {
      await hashPassword(PASSWORD);
      hashed += 1;
    }),
  );
  for (let round = 0; round < 3; round++) await promisify(gzip)('a page '.repeat(2000));
  expect(hashed).toBeLessThan(8);
  await hashing;
});
