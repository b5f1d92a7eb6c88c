/** The baseline of a page: a bare node:http server that sends the same bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BytesTask = {
  /** Name and value in turn. */
  headers: string[];
  body: Uint8Array;
};

process.once('message', ({ headers, body }: BytesTask) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
