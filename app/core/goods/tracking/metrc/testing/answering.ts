/** The adapter at a server that answers everything alike, for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrcSystem } from '../metrc.server.ts';
import { FARM, LICENSE, quickAgain, SOFTWARE, ZONE } from './open-system.ts';

export async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { softwareKey: SOFTWARE, licenseKey: FARM };
  const options = { origin, license: LICENSE, zone: ZONE, isOwnNetwork: true, ...keys };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { system: metrcSystem(options, quickAgain()), stop };
}
