import { createServer, get, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, limitConnections, oneAtATime } from './connection-limits.ts';

const GET = 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const opened: (Server | Socket)[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) {
    if ('destroy' in each) each.destroy();
    else {
      each.closeAllConnections();
      await new Promise((resolve) => each.close(resolve));
    }
  }
});

async function serve(handle: RequestListener, limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const server = createServer(oneAtATime(handle));
  opened.push(server);
  limitConnections(server, {
    perAddress: 100,
    overall: 200,
    patienceMs: 10_000,
    isProxy: () => false,
    ...limits,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Opens a connection; returns what it has received so far and when it ended. */
function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, ended, received: () => received };
}

describe('pipelined requests on a connection', () => {
  test('are answered one by one, in order', async () => {
    let now = 0;
    let most = 0;
    const port = await serve(async (request, response) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resume) => setTimeout(resume, 2));
      response.prependOnceListener('close', () => (now -= 1));
      response.end(`answer ${request.url} `);
    });
    const { socket, received } = open(port);
    socket.write([1, 2, 3, 4, 5].map((number) => GET.replace('/ ', `/${number} `)).join(''));
    await expect.poll(received).toContain('answer /5');
    expect(received().match(/answer \/\d/g)).toEqual([1, 2, 3, 4, 5].map((number) => `answer /${number}`));
    expect(most).toBe(1);
    // The connection is read again after this.
    socket.write(GET.replace('/ ', '/6 '));
    await expect.poll(received).toContain('answer /6');
  });

  test('with bodies are answered too', async () => {
    const port = await serve((request, response) => {
      let sent = '';
      request.on('data', (chunk) => (sent += chunk));
      request.on('end', () => response.end(`took ${sent.length} `));
    });
    const { socket, received } = open(port);
    const post = (length: number) =>
      `POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    socket.write(post(10) + post(200_000) + post(30));
    await expect.poll(received).toContain('took 30 ');
    expect(received().match(/took \d+/g)).toEqual(['took 10', 'took 200000', 'took 30']);
  });

  test('are parsed no further once the connection is cut off', async () => {
    let parsed = 0;
    const server = createServer(oneAtATime(() => undefined)).on('request', () => (parsed += 1));
    opened.push(server);
    limitConnections(server, { perAddress: 9, overall: 9, patienceMs: 10_000, isProxy: () => false });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { socket, ended } = open((server.address() as AddressInfo).port);
    socket.write(GET.repeat(1500));
    await ended;
    expect(parsed).toBeGreaterThan(32);
    expect(parsed).toBeLessThan(300);
  });

  test('let other work run after each response', async () => {
    const order: string[] = [];
    const port = await serve(({ url = '' }, response) => {
      order.push(url);
      setImmediate(() => order.push('somebody else'));
      response.end(`answer ${url} `);
    });
    const { socket, received } = open(port);
    socket.write([1, 2, 3].map((number) => GET.replace('/ ', `/${number} `)).join(''));
    await expect.poll(received).toContain('answer /3');
    const other = 'somebody else';
    expect(order.slice(0, 5)).toEqual(['/1', other, '/2', other, '/3']);
  });

  test('by the thousand cost the connection and almost nothing else', async () => {
    let begun = 0;
    const page = Buffer.alloc(200_000);
    const port = await serve((_, response) => {
      begun += 1;
      response.end(Buffer.from(page));
    });
    const attackers = Array.from({ length: 10 }, () => {
      const attacker = open(port);
      attacker.socket.pause();
      attacker.socket.write(GET.repeat(2300));
      return attacker;
    });
    // A client that does not read notices the end only when it writes.
    const writing = setInterval(() => {
      for (const { socket } of attackers) if (!socket.destroyed) socket.write(GET);
    }, 20);
    await Promise.all(attackers.map(({ ended }) => ended));
    clearInterval(writing);
    expect(begun).toBeLessThan(10 * 40);
  });
});

describe('a response', () => {
  const large = Buffer.alloc(32 * 1024 * 1024);

  test('is aborted when its client reads nothing', async () => {
    let closed = 0;
    const port = await serve(
      (_, response) => {
        response.once('close', () => (closed += 1));
        response.end(large);
      },
      { patienceMs: 100 },
    );
    const { socket } = open(port);
    socket.pause();
    socket.write(GET);
    await expect.poll(() => closed, { timeout: 5000 }).toBe(1);
  });

  test('is not aborted when its client reads slowly', async () => {
    const port = await serve((_, response) => response.end(large), { patienceMs: 700 });
    let received = 0;
    await new Promise<void>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false }, (response) => {
        response.on('data', (chunk) => {
          received += chunk.length;
          response.pause();
          setTimeout(() => response.resume(), 1);
        });
        response.on('end', resolve);
        response.on('error', reject);
      });
    });
    expect(received).toBe(large.length);
  });

  test('is not aborted when the server is slow to make it', async () => {
    const port = await serve((_, response) => void setTimeout(() => response.end('late'), 400), {
      patienceMs: 100,
    });
    const { socket, received } = open(port);
    socket.write(GET);
    await expect.poll(received).toContain('late');
  });
});

describe('connections of one address', () => {
  test('above the limit are refused until one of the others ends', async () => {
    const port = await serve((_, response) => response.end('served '), { perAddress: 3 });
    const first = [1, 2, 3].map(() => open(port));
    for (const { socket, received } of first) {
      socket.write(GET);
      await expect.poll(received).toContain('served');
    }
    const fourth = open(port);
    await fourth.ended;
    expect(fourth.received()).toContain('503 Service Unavailable');
    first[0]?.socket.destroy();
    await first[0]?.ended;
    await expect
      .poll(async () => {
        const next = open(port);
        next.socket.write(GET);
        await Promise.race([next.ended, expect.poll(next.received).toContain('served')]);
        return next.received();
      })
      .toContain('served');
  });

  test('do not count when the address is a proxy', async () => {
    const port = await serve((_, response) => response.end('served '), {
      perAddress: 1,
      isProxy: () => true,
    });
    const all = [1, 2, 3].map(() => open(port));
    for (const { socket, received } of all) {
      socket.write(GET);
      await expect.poll(received).toContain('served');
    }
  });
});
