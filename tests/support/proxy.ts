/** A TCP proxy to PostgreSQL that can be cut, or muted: then it reads data and forwards nothing. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export type Way = {
  /** The database's URL through the proxy. */
  url: string;
  /** From now on nothing passes, in either direction, over old and new connections; none is closed. */
  mute(): void;
  /** New connections pass again; earlier ones stay mute, as when a firewall has dropped them. */
  unmute(): void;
  /** Ends every connection, and drops new ones, until `mend`. */
  cut(): void;
  mend(): void;
  /** Connections that are open. */
  size(): number;
  close(): Promise<void>;
};

/** @param databaseUrl of a PostgreSQL that listens on a socket file, as the bundled one does. */
export async function startProxy(databaseUrl: string): Promise<Way> {
  const direct = new URL(databaseUrl);
  const port = direct.searchParams.get('port') ?? (direct.port || '5432');
  const target = join(direct.searchParams.get('host') ?? '', `.s.PGSQL.${port}`);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let isCut = false;
  let isMute = false;

  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isCut) return void near.destroy();
    const far = connect(target);
    far.on('error', () => undefined);
    const pair = { near, far };
    pairs.add(pair);
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    if (isMute) return void near.pause();
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  const url = new URL(direct);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  const endAll = () => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: url.href,
    mute: () => {
      isMute = true;
      for (const { near, far } of pairs) {
        near.unpipe();
        far.unpipe();
        near.pause();
        far.pause();
        // The other side closes its half by itself; this must not react to it.
        far.removeAllListeners('close');
      }
    },
    unmute: () => {
      isMute = false;
    },
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    size: () => pairs.size,
    close: () => {
      endAll();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
