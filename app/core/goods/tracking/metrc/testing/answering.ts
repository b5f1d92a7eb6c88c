/** Servers that answer otherwise than the stand-in, for tests. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrcSystem } from '../metrc.server.ts';
import { FARM, LICENSE, quickAgain, SOFTWARE, ZONE } from './open-system.ts';

/** The adapter at a server that answers everything alike. */
export async function answering(status: number, body: string) {
  const { origin, stop } = await serving((_, response) => response.writeHead(status).end(body));
  const keys = { softwareKey: SOFTWARE, licenseKey: FARM };
  const options = { origin, license: LICENSE, zone: ZONE, isOwnNetwork: true, ...keys };
  return { system: metrcSystem(options, quickAgain()), stop };
}

/** Answers 401 to these paths, and passes on what else is read. */
export const inFrontOf = (behind: string, isClosed: (path: string) => boolean) =>
  serving(async ({ url = '', headers }, response) => {
    if (isClosed(new URL(url, behind).pathname)) return response.writeHead(401).end('{}');
    const { authorization = '' } = headers;
    const answer = await fetch(`${behind}${url}`, { headers: { authorization } });
    return response.writeHead(answer.status).end(await answer.text());
  });

async function serving(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
