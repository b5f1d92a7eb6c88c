/** A bare node:http server that sends recorded answers again: `/0` the first one, `/1` the next. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedAnswer = {
  status: number;
  /** Name and value in turn. */
  headers: string[];
  body: Uint8Array;
};

process.once('message', (answers: RecordedAnswer[]) => {
  const server = createServer((request, response) => {
    const answer = answers[Number(request.url?.slice(1))];
    request.resume();
    response.writeHead(answer?.status ?? 404, answer?.headers ?? []);
    response.end(answer?.body);
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
