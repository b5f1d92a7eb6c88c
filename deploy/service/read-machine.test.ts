import { expect, test } from 'vitest';
import { listeningSockets, memoryOf, parseOsRelease } from './read-machine.ts';

test('the system is read with its number', () => {
  expect(
    parseOsRelease('PRETTY_NAME="Ubuntu 24.04.1 LTS"\nID=ubuntu\nVERSION_ID="24.04"\nID_LIKE=debian\n'),
  ).toEqual({
    ...{ id: 'ubuntu', version: 24.04, name: 'Ubuntu 24.04.1 LTS' },
  });
});

test('a Debian without a number is newer than every other', () => {
  const text = 'PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n';
  expect(parseOsRelease(text).version).toBe(Number.POSITIVE_INFINITY);
});

test('swap counts as memory', () => {
  expect(memoryOf('MemTotal:        1000 kB\nMemFree: 5 kB\nSwapTotal:        24 kB\n')).toBe(1024 * 1024);
});

test('only sockets that listen count, in both families', () => {
  const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0000
   1: 0100007F:0BB8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0000
   2: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4713 1 0`;
  expect(listeningSockets(text)).toEqual([
    { port: 80, inode: '4711' },
    { port: 443, inode: '4713' },
  ]);
});
