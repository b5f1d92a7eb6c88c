/** nginx with our configuration, before three servers that break connections on purpose. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const NGINX = '/usr/sbin/nginx';
const root = join(import.meta.dirname, '../..');
if (!existsSync(NGINX))
  console.info('Left out, because nginx is not installed: npm run three-instances -- install');

type Instance = { server: Server; port: number; asked: string[]; breaks: boolean };

async function openInstance(port = 0): Promise<Instance> {
  const instance: Instance = { server: createServer(), port, asked: [], breaks: false };
  instance.server.on('request', (request, response) => {
    const headers = `${request.headers['x-forwarded-for']} ${request.headers['x-request-id']?.length}`;
    instance.asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      if (instance.breaks) request.socket.destroy();
      else response.writeHead(request.url?.startsWith('/assets/new') ? 404 : 200).end(headers);
    });
  });
  await new Promise<void>((ready) => instance.server.listen(port, '127.0.0.1', ready));
  instance.port = (instance.server.address() as AddressInfo).port;
  return instance;
}

describe.skipIf(!existsSync(NGINX))('nginx', () => {
  let folder: string;
  let origin: string;
  const instances: Instance[] = [];

  beforeAll(async () => {
    for (let nth = 0; nth < 3; nth++) instances.push(await openInstance());
    const probe = await openInstance();
    await new Promise((closed) => probe.server.close(closed));
    origin = `http://127.0.0.1:${probe.port}`;
    folder = mkdtempSync('/var/tmp/farmgate-nginx-');
    for (const name of ['nginx', 'out']) mkdirSync(join(folder, name));
    spawnSync('chmod', ['755', folder]);
    const values: Record<string, string> = { FOLDER: folder, PORT: String(probe.port) };
    for (const [nth, { port }] of instances.entries()) values[`PORT_${nth + 1}`] = String(port);
    const template = readFileSync(join(root, 'deploy/three-instances/nginx.conf'), 'utf8');
    writeFileSync(
      join(folder, 'nginx.conf'),
      template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? ''),
    );
    const started = spawnSync(NGINX, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
    expect(String(started.stderr)).toBe('');
  });
  afterAll(async () => {
    process.kill(Number(readFileSync(join(folder, 'nginx/nginx.pid'), 'utf8')), 'SIGTERM');
    for (const { server } of instances) server.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    for (const instance of instances) Object.assign(instance, { breaks: false }).asked.length = 0;
    for (const number of [1, 2, 3]) rmSync(join(folder, 'out', String(number)), { force: true });
  });

  /** nginx leaves an instance that broke a connection alone for two seconds by a clock of whole seconds: up to three. */
  const untilForgiven = () => pause(3100);
  const asked = () => instances.flatMap((instance) => instance.asked);
  const get = async (path: string, headers = {}) => {
    const response = await fetch(origin + path, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  test('an instance that is out gets nothing, from the next request on', async () => {
    writeFileSync(join(folder, 'out/2'), '');
    for (let nth = 0; nth < 12; nth++) expect((await get('/')).status).toBe(200);
    expect(instances.map((instance) => instance.asked.length)).toEqual([6, 0, 6]);
    writeFileSync(join(folder, 'out/1'), '');
    for (let nth = 0; nth < 4; nth++) await get('/');
    expect(instances.map((instance) => instance.asked.length)).toEqual([6, 0, 10]);
    // When all are out, they answer themselves.
    writeFileSync(join(folder, 'out/3'), '');
    expect((await get('/')).status).toBe(200);
  });

  test('a page is asked for again elsewhere, a form that may have arrived never', async () => {
    for (const instance of instances) instance.breaks = true;
    const page = await get('/products');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(asked()).toEqual(['GET /products', 'GET /products']);
    await untilForgiven();
    for (const instance of instances) instance.asked.length = 0;
    const form = await fetch(`${origin}/checkout`, { method: 'POST', body: 'key=1' });
    expect([form.status, form.headers.get('retry-after')]).toEqual([503, '5']);
    expect(asked()).toEqual(['POST /checkout']);
  });

  test('a form goes elsewhere when an instance refuses the connection', async () => {
    await untilForgiven();
    const [first] = instances;
    first?.server.close();
    first?.server.closeAllConnections();
    for (let nth = 0; nth < 6; nth++) {
      const { status } = await fetch(`${origin}/checkout`, { method: 'POST', body: 'key=1' });
      expect(status).toBe(200);
    }
    expect(asked()).toHaveLength(6);
    instances[0] = await openInstance(first?.port);
  });

  test('a file that no instance has any more is found', async () => {
    await untilForgiven();
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/new-1.js'), 'let it = 1;');
    const found = await get('/assets/new-1.js');
    expect([found.status, found.text]).toEqual([200, 'let it = 1;']);
    expect(found.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(found.headers.get('cache-control')).toContain('immutable');
    expect((await get('/assets/new-2.js')).status).toBe(404);
    expect(asked()).toHaveLength(2);
    expect((await get('/missing')).status).toBe(200);
  });

  test('the address and the id that a visitor claims are replaced; figures stay inside', async () => {
    const { text } = await get('/', { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'mine' });
    expect(text).toBe('127.0.0.1 32');
    for (const path of ['/metrics', '/readyz']) expect((await get(path)).status).toBe(404);
    expect(asked()).toEqual(['GET /']);
  });
});
