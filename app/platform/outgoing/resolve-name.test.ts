import { createHook } from 'node:async_hooks';
import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { askOutside } from './outbound.ts';
import { resolveName } from './resolve-name.ts';

test('a silent name server ends the look-up in time, as one that could not be made', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((ready) => silent.bind(0, '127.0.0.1', ready));
  const servers = [`127.0.0.1:${silent.address().port}`];
  const began = performance.now();
  await expect(resolveName('partner.example', { servers, ms: 200 })).rejects.toMatchObject({
    code: 'EAI_AGAIN',
  });
  expect(performance.now() - began).toBeLessThan(1400);
  silent.close();
});

test('a name that has one kind of address is found, and one that has none is not', async () => {
  // One IPv4 address for every name but 'none.example', and no IPv6 address.
  const server = createSocket('udp4', (question, { port }) => {
    const name = question.subarray(12, question.indexOf(0, 12) + 5);
    const isFound = name.at(-3) === 1 && !name.includes('none');
    const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isFound ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
    server.send(Buffer.concat([head, name, ...(isFound ? [record] : [])]), port, '127.0.0.1');
  });
  await new Promise<void>((ready) => server.bind(0, '127.0.0.1', ready));
  const servers = [`127.0.0.1:${server.address().port}`];
  expect(await resolveName('partner.example', { servers })).toEqual([
    { address: '93.184.216.34', family: 4 },
  ]);
  await expect(resolveName('none.example', { servers })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  server.close();
});

test('a name of the hosts file leads where the file says', async () => {
  expect(await resolveName('LOCALHOST.')).toContainEqual({ address: '127.0.0.1', family: 4 });
});

test('a request to an address that an outsider chose takes no thread for its name', async () => {
  const begun: string[] = [];
  const hook = createHook({ init: (_, type) => void begun.push(type) }).enable();
  const asked = askOutside({
    ...{ method: 'GET', url: new URL('https://partner.invalid/'), headers: {}, body: null },
    ...{ timeout: 300, publicOnly: true },
  });
  await expect(asked).rejects.toThrow();
  hook.disable();
  expect(begun).toContain('QUERYWRAP');
  expect(begun).not.toContain('GETADDRINFOREQWRAP');
});
