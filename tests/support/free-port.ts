import { type AddressInfo, createServer } from 'node:net';

/** A port that nothing listens on now: for what must know its own address before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => probe.close(() => closed()));
  return port;
}
