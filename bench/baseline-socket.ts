/** Measures the client's limit: a socket that writes the same response for every piece it receives. */
import { type AddressInfo, createServer } from 'node:net';
import type { BytesTask } from './baseline-bytes.ts';

process.once('message', ({ headers, body }: BytesTask) => {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  const answer = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`), body]);
  const server = createServer((socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
