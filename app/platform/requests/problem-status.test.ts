import { readdirSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { type KnownKind, knownKinds, statusOf } from './problem-status.ts';

test('every kind with a status is given by a command or the API, and has one status', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|problem-status\.ts$/.test(file))
    .map((file) => readFileSync(`app/${file}`, 'utf8'))
    .join('\n');
  expect(knownKinds.filter((kind) => !new RegExp(`'${kind}'|\\b${kind}: `).test(sources))).toEqual([]);
  expect(new Set(knownKinds).size).toBe(knownKinds.length);
});

test('a kind without a status does not compile', () => {
  expectTypeOf<'slot-full'>().toExtend<KnownKind>();
  // @ts-expect-error a kind that is not in the list
  statusOf({ kind: 'no-such-kind' });
});

test.each([
  ['invalid-credentials', 401],
  ['not-allowed', 403],
  ['confirm-first', 403],
  ['banned', 403],
  ['not-found', 404],
  ['stale', 409],
  ['slot-full', 409],
  ['link-not-valid', 410],
  ['pickup-time-missing', 422],
  ['busy', 503],
] as const)('%s is a plain %i', (kind, status) => {
  expect(statusOf({ kind })).toBe(status);
});
