import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fetchBytes } from './fetch-bytes.ts';

async function answerOf(send: (response: ServerResponse) => Promise<void>) {
  const server = createServer(async (_, response) => {
    await send(response);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    return await fetchBytes(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

test('the time of the second line is that of a row, not of the heading before it', async () => {
  const { firstByte, secondLine, lastByte } = await answerOf(async (response) => {
    response.write('order,total\r\n');
    await pause(200);
    response.write('ORD-1,10.00\r\n');
    await pause(200);
  });
  expect((secondLine ?? 0) - firstByte).toBeGreaterThan(150);
  expect(lastByte - (secondLine ?? 0)).toBeGreaterThan(150);
});

test('a body of one line has no second one', async () => {
  expect((await answerOf(async (response) => void response.write('order,total\r\n'))).secondLine).toBeNull();
});
