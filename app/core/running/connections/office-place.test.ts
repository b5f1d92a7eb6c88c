/** Which places an admin may name for backups: nothing of the shop's, the system's or the server's own network. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { s3Store } from '#platform/files/s3-store.ts';
import { publicRoute } from '#platform/outgoing/outbound.ts';
import { applicationFolder, endpointProblem, folderProblem } from './office-place.ts';

// Not in memory: that is the system's.
const folder = mkdtempSync('/var/tmp/farmgate-place-');
const data = join(folder, 'data');
mkdirSync(data);
symlinkSync(data, join(folder, 'link'));
symlinkSync('/etc', join(folder, 'system'));
symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['the data folder', data, 'in the shop’s data'],
  ['a folder in it that is not there yet', join(data, 'a/b'), 'in the shop’s data'],
  ['a way around', join(folder, 'disk/../data/x'), 'in the shop’s data'],
  ['a link to it', join(folder, 'link/x'), 'in the shop’s data'],
  ['the program', join(applicationFolder(), 'public'), 'in the shop’s program'],
  ['the whole disk', '/', 'belongs to the computer’s system'],
  ['the system', '/etc/cron.d', 'belongs to the computer’s system'],
  ['a link to the system', join(folder, 'system/x'), 'belongs to the computer’s system'],
  ['keys of the server’s user', '/home/shop/.ssh', 'belongs to a program'],
  ['half a path', 'backups', 'Enter the whole path'],
  ['a link to itself', join(folder, 'loop/x'), 'cannot look into this folder'],
  ['a name longer than a disk takes', join(folder, 'x'.repeat(290)), 'cannot look into this folder'],
])('%s is refused', async (_, given, words) => {
  expect(await folderProblem(given, data)).toContain(words);
});

test('another folder is taken, also one that begins like the data folder', async () => {
  expect(await folderProblem(join(folder, 'disk'), data)).toBeNull();
  expect(await folderProblem(`${data}-of-yesterday`, data)).toBeNull();
});

test.each([
  'http://s3.example.com',
  'https://127.0.0.1:9000',
  'https://169.254.169.254',
  'https://192.168.1.5',
  'https://[::1]',
  'https://nas.local',
  'https://metadata.internal',
  'https://user:pass@s3.example.com',
])('the address %s is refused, unless the server’s settings allow it', (address) => {
  expect(endpointProblem(address, undefined)).toContain('must begin with https:// and be on the internet');
  expect(endpointProblem(address, address)).toBeNull();
});

test('a public address and Amazon’s own are taken', () => {
  expect(endpointProblem('https://s3.us-west-004.backblazeb2.com', undefined)).toBeNull();
  expect(endpointProblem(undefined, undefined)).toBeNull();
});

test('a name that leads into the server’s network is refused when a bucket is connected to', async () => {
  const keys = { accessKeyId: 'k', secretAccessKey: 's' };
  const store = s3Store({
    ...{ endpoint: 'https://localhost:9', region: 'us-east-1', bucket: 'b', ...keys },
    route: publicRoute,
  });
  await expect(store.put('trial', Buffer.from('x'), 'text/plain')).rejects.toThrow(
    'localhost is not in the public network',
  );
});
