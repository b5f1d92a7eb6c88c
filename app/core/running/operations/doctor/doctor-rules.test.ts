import { describe, expect, test } from 'vitest';
import {
  judgeBackup,
  judgeClock,
  judgeConnections,
  judgeContinuous,
  judgeInstanceClocks,
  judgeJobs,
  judgeLatency,
  judgeMigrations,
  judgeReplica,
  judgeSettings,
  judgeVersion,
  unreachable,
} from './database-rules.ts';
import { exitCodeOf, type Finding, ok, problem, report, size, span, warning } from './finding.ts';
import {
  judgeCertificate,
  judgeConfiguration,
  judgeDisk,
  judgeMail,
  judgePush,
  judgeReplacedDatabases,
  judgeSample,
  judgeSecretFile,
  judgeShopId,
  judgeSms,
  judgeTraces,
} from './machine-rules.ts';
import {
  judgeDisks,
  judgeErrors,
  judgeNewcomers,
  judgeStock,
  judgeTracking,
  judgeWaitingMail,
} from './work-rules.ts';

const MB = 1024 ** 2;
const continuous = {
  ...{ problem: null, waitingSeconds: 5, baseHours: 3, brokenHours: null, isHandedOver: true },
};
const backedUp = {
  ...{ isSetUp: true, isPublic: true, hours: 5, trouble: null, failedCheck: null, failedRun: null },
};
const check = { name: '20261126T081500Z-12abcd', problem: 'It is damaged.', isDamaged: false };
const failed = { problem: 'The disk is full.', hours: 1 };
const replica = { isOfPrimary: true, follows: true, behindSeconds: null };
const now = new Date('2026-11-26T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const newcomers = (accounts: number, units: number) => ({ name: 'Kestrel', accounts, units, of: 100 });
const few = newcomers(1, 1);
const files = { mode: 0o600, isReadable: true };

describe('the doctor says', () => {
  const cases: [string, Finding['state'], Finding][] = [
    ['a server that is too old', 'problem', judgeVersion('14.9')],
    ['the oldest server that works', 'ok', judgeVersion('15.0')],
    ['an answer in 20 ms', 'ok', judgeLatency(20)],
    ['an answer in 21 ms', 'warning', judgeLatency(21)],
    ['79 of 97 connections', 'warning', judgeConnections({ used: 79, most: 100, reserved: 3 })],
    ['77 of 97 connections', 'ok', judgeConnections({ used: 77, most: 100, reserved: 3 })],
    ['93 of 97 connections', 'problem', judgeConnections({ used: 93, most: 100, reserved: 3 })],
    ['an empty database', 'warning', judgeMigrations(null, [1, 2])],
    ['a missing migration', 'warning', judgeMigrations(1, [1, 2])],
    ['every migration', 'ok', judgeMigrations(2, [1, 2])],
    ['a newer database', 'problem', judgeMigrations(3, [1, 2])],
    ['a database from before the first migration', 'problem', judgeMigrations(0, [1, 2])],
    ['fsync off', 'problem', judgeSettings({ fsync: 'off' })],
    ['full_page_writes off', 'problem', judgeSettings({ full_page_writes: 'off' })],
    ['synchronous_commit off', 'problem', judgeSettings({ synchronous_commit: 'off' })],
    ['a standby', 'problem', judgeSettings({ is_in_recovery: 'on' })],
    ['a read-only database', 'problem', judgeSettings({ default_transaction_read_only: 'on' })],
    ['another encoding', 'problem', judgeSettings({ server_encoding: 'SQL_ASCII' })],
    ['no autovacuum', 'warning', judgeSettings({ autovacuum: 'off' })],
    ['a pooler that drops limits', 'warning', judgeSettings({ lock_timeout: '0', statement_timeout: '0' })],
    ['safe settings', 'ok', judgeSettings({ fsync: 'on', server_encoding: 'UTF8', autovacuum: 'on' })],
    ['clocks 2 s apart', 'ok', judgeClock(-2)],
    ['clocks 3 s apart', 'warning', judgeClock(3)],
    ['clocks 31 s apart', 'problem', judgeClock(-31)],
    ['a replica that has all', 'ok', judgeReplica(replica)],
    ['a replica two seconds behind', 'warning', judgeReplica({ ...replica, behindSeconds: 2 })],
    ['a replica behind whose clock is slow', 'warning', judgeReplica({ ...replica, behindSeconds: -3 })],
    ['a replica that does not answer', 'warning', judgeReplica(null)],
    ['a replica that follows no one', 'warning', judgeReplica({ ...replica, follows: false })],
    ['another shop’s replica', 'warning', judgeReplica({ ...replica, isOfPrimary: false })],
    ['no jobs', 'ok', judgeJobs({ oldestSeconds: null, waiting: 0, failed: 0 })],
    ['a job of five minutes', 'ok', judgeJobs({ oldestSeconds: 300, waiting: 1, failed: 0 })],
    ['an older one', 'warning', judgeJobs({ oldestSeconds: 301, waiting: 1, failed: 0 })],
    ['one older than an hour', 'problem', judgeJobs({ oldestSeconds: 3601, waiting: 1, failed: 2 })],
    ['failed jobs', 'warning', judgeJobs({ oldestSeconds: null, waiting: 0, failed: 1 })],
    ['a continuous backup', 'ok', judgeContinuous(continuous)],
    ['its first copy', 'warning', judgeContinuous({ ...continuous, baseHours: null })],
    ['a failed try', 'warning', judgeContinuous({ ...continuous, problem: 'It failed.' })],
    ['a log that waits', 'problem', judgeContinuous({ ...continuous, waitingSeconds: 601 })],
    ['a log that is not handed over', 'problem', judgeContinuous({ ...continuous, isHandedOver: false })],
    ['an old copy', 'problem', judgeContinuous({ ...continuous, baseHours: 27 })],
    ['a part of the log that was lost', 'problem', judgeContinuous({ ...continuous, brokenHours: 23 })],
    ['the same, long ago', 'ok', judgeContinuous({ ...continuous, brokenHours: 25 })],
    ['a place for backups that is read-only', 'problem', judgeBackup({ ...backedUp, trouble: 'Read-only.' })],
    ['a damaged backup', 'problem', judgeBackup({ ...backedUp, failedCheck: { ...check, isDamaged: true } })],
    ['a check that failed', 'problem', judgeBackup({ ...backedUp, failedCheck: check })],
    ['a run that just failed', 'warning', judgeBackup({ ...backedUp, failedRun: { ...failed, hours: 0.4 } })],
    ['a run that failed an hour ago', 'problem', judgeBackup({ ...backedUp, failedRun: failed })],
    ['no backup', 'warning', judgeBackup({ ...backedUp, hours: null })],
    ['a backup of a day ago', 'ok', judgeBackup({ ...backedUp, hours: 26 })],
    ['a missed backup', 'warning', judgeBackup({ ...backedUp, hours: 27 })],
    ['no backup for three days', 'problem', judgeBackup({ ...backedUp, hours: 73 })],
    ['a public shop without backups', 'warning', judgeBackup({ ...backedUp, isSetUp: false, hours: null })],
    [
      'a demo without backups',
      'ok',
      judgeBackup({ ...backedUp, isSetUp: false, isPublic: false, hours: null }),
    ],
    ['no mail waiting', 'ok', judgeWaitingMail({ waiting: 0, oldestSeconds: null, failed: 0 })],
    ['mail of 5 minutes', 'ok', judgeWaitingMail({ waiting: 2, oldestSeconds: 300, failed: 0 })],
    ['mail of 6 minutes', 'warning', judgeWaitingMail({ waiting: 2, oldestSeconds: 360, failed: 1 })],
    ['mail of 31 minutes', 'problem', judgeWaitingMail({ waiting: 2, oldestSeconds: 1860, failed: 0 })],
    [
      'a promotion that takes its time',
      'ok',
      judgeWaitingMail({ waiting: 9000, oldestSeconds: null, failed: 0 }),
    ],
    ['refused mail', 'warning', judgeWaitingMail({ waiting: 0, oldestSeconds: null, failed: 3 })],
    ['no errors', 'ok', judgeErrors({ requests: 900, errors: 0, day: 0 })],
    ['an error of this day', 'warning', judgeErrors({ requests: 900, errors: 0, day: 1 })],
    ['nine errors of nine requests', 'warning', judgeErrors({ requests: 9, errors: 9, day: 9 })],
    ['ten errors of 501 requests', 'warning', judgeErrors({ requests: 501, errors: 10, day: 10 })],
    ['ten errors of 500 requests', 'problem', judgeErrors({ requests: 500, errors: 10, day: 10 })],
    ['errors without requests', 'problem', judgeErrors({ requests: 0, errors: 10, day: 10 })],
    ['stock never compared', 'ok', judgeStock(null, 0)],
    ['stock that agrees', 'ok', judgeStock({ products: 40, mismatches: 0, productIds: [] }, 60)],
    ['stock that does not', 'problem', judgeStock({ products: 40, mismatches: 1, productIds: [7] }, 60)],
    ['five new customers with half of a product', 'ok', judgeNewcomers(few, [newcomers(5, 50)])],
    ['five with more than half of it', 'warning', judgeNewcomers(few, [newcomers(5, 51)])],
    ['four with all of it', 'ok', judgeNewcomers(few, [newcomers(4, 100)])],
    ['ten with a quarter of the shop', 'ok', judgeNewcomers(newcomers(10, 25), [])],
    ['ten with more than a quarter of it', 'warning', judgeNewcomers(newcomers(10, 26), [])],
    ['nine with half of it', 'ok', judgeNewcomers(newcomers(9, 50), [])],
    ['a state’s system that was read', 'ok', judgeTracking(null, 60)],
    ['one that could not be', 'warning', judgeTracking('Metrc did not answer in time.', 60)],
    ['no instance', 'warning', judgeDisks([])],
    [
      'one of two disks nearly full',
      'problem',
      judgeDisks([
        { name: 'one (1)', free: 9000 * MB, total: 9000 * MB },
        { name: 'two (2)', free: 99 * MB, total: 9000 * MB },
      ]),
    ],
    ['a wrong password', 'problem', unreachable('28P01')],
    ['a database that is not there', 'problem', unreachable('3D000')],
    ['no connection left', 'problem', unreachable('53300')],
    ['silence', 'problem', unreachable('')],
    [
      'a real shop without its address',
      'problem',
      judgeConfiguration({ isProduction: true, publicOrigin: null }),
    ],
    [
      'a shop over HTTP',
      'problem',
      judgeConfiguration({ isProduction: true, publicOrigin: 'http://shop.example' }),
    ],
    [
      'a shop over HTTPS',
      'ok',
      judgeConfiguration({ isProduction: true, publicOrigin: 'https://shop.example' }),
    ],
    ['a demo', 'ok', judgeConfiguration({ isProduction: false, publicOrigin: null })],
    ['a database from before an upgrade', 'warning', judgeReplacedDatabases(['/data/postgres'])],
    ['99 MB free', 'problem', judgeDisk(99 * MB, 9000 * MB)],
    ['1,000 MB free', 'warning', judgeDisk(1000 * MB, 9000 * MB)],
    ['2,000 MB free', 'ok', judgeDisk(2000 * MB, 9000 * MB)],
    ['files of another shop', 'problem', judgeShopId('a', 'b')],
    ['files without an id', 'problem', judgeShopId('a', null)],
    ['no id yet', 'ok', judgeShopId(null, null)],
    [
      'a missing secret with data',
      'problem',
      judgeSecretFile('Root secret', '/s', { mode: null, isReadable: false }, true),
    ],
    [
      'a missing secret before the first start',
      'ok',
      judgeSecretFile('Root secret', '/s', { mode: null, isReadable: false }, false),
    ],
    [
      'a secret of another user',
      'problem',
      judgeSecretFile('Root secret', '/s', { mode: 0o600, isReadable: false }, true),
    ],
    [
      'a secret that everyone reads',
      'problem',
      judgeSecretFile('Root secret', '/s', { ...files, mode: 0o604 }, true),
    ],
    [
      'a secret that its group reads',
      'warning',
      judgeSecretFile('Root secret', '/s', { ...files, mode: 0o640 }, true),
    ],
    ['a private secret', 'ok', judgeSecretFile('Root secret', '/s', files, true)],
    ['a sample under a lost key', 'problem', judgeSample('unreadable')],
    ['a real shop without mail', 'warning', judgeMail(undefined, true)],
    ['a demo without mail', 'ok', judgeMail(undefined, false)],
    ['a mail server that refuses', 'problem', judgeMail('It refused.', true)],
    ['push over HTTP', 'warning', judgePush({ publicOrigin: 'http://shop.example' })],
    ['a text gateway over HTTP', 'warning', judgeSms('http://sms.example/send')],
    ['no text gateway', 'ok', judgeSms(null)],
    ['traces that are off', 'ok', judgeTraces(undefined)],
    ['a collector that takes them', 'ok', judgeTraces(null)],
    ['a collector that is away', 'warning', judgeTraces('The collector was not found.')],
    ['an address without TLS', 'ok', judgeCertificate(undefined, now)],
    ['an address out of reach', 'warning', judgeCertificate(null, now)],
    ['an expired certificate', 'problem', judgeCertificate({ endsAt: inDays(-1), isTrusted: false }, now)],
    ['a foreign certificate', 'problem', judgeCertificate({ endsAt: inDays(90), isTrusted: false }, now)],
    ['a certificate of 13 days', 'warning', judgeCertificate({ endsAt: inDays(13), isTrusted: true }, now)],
    ['a certificate of 14 days', 'ok', judgeCertificate({ endsAt: inDays(14), isTrusted: true }, now)],
  ];
  test.each(cases)('%s: %s', (_, state, finding) => expect(finding.state).toBe(state));

  test('each line is one short sentence or two, with an end', () => {
    for (const [, , { text }] of cases) expect(text).toMatch(/^[^\n]{3,220}(?:[.]|\/s)$/);
  });
});

test('only a problem makes the exit code 1', () => {
  expect(exitCodeOf([ok('A', '.'), warning('B', '.')])).toBe(0);
  expect(exitCodeOf([ok('A', '.'), problem('B', '.')])).toBe(1);
});

test('a report has a line for each finding, in columns, and ends with the counts', () => {
  expect(report([ok('Disk', 'Fine.'), problem('Mail server', 'Refused.')])).toBe(
    'OK       Disk         Fine.\nPROBLEM  Mail server  Refused.\n\n1 problem, 0 warnings.',
  );
});

test('sizes and spans are in the unit that people would use', () => {
  expect([size(5 * MB), size(10_239 * MB), size(10_240 * MB)]).toEqual(['5 MB', '10239 MB', '10 GB']);
  expect([1, 119, 120, 7199, 7200, 172_799, 172_800].map(span)).toEqual([
    ...['1 second', '119 seconds', '2 minutes', '119 minutes', '2 hours', '47 hours', '2 days'],
  ]);
});

test('of several instances the one whose clock is furthest is named, if that matters', () => {
  expect(judgeInstanceClocks([]).state).toBe('ok');
  expect(
    judgeInstanceClocks([
      { name: 'one (1)', clockMs: 40 },
      { name: 'new (3)', clockMs: null },
    ]).state,
  ).toBe('ok');
  const finding = judgeInstanceClocks([
    { name: 'one (1)', clockMs: 40 },
    { name: 'two (2)', clockMs: -180_000 },
  ]);
  expect(finding).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/^two \(2\): It is 3 minutes behind/),
  });
});
