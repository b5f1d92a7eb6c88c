/** A TCP proxy that can be cut, or muted: then it reads data and forwards nothing. */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';

export type Way = {
  /** Where it listens, on this machine. */
  port: number;
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

/**
 * The way to a PostgreSQL that listens on a socket file, as the bundled one does. `url` is the database's through the
 * proxy.
 */
export async function startProxy(databaseUrl: string): Promise<Way & { url: string }> {
  const url = new URL(databaseUrl);
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  const way = await startWayTo({ path: join(url.searchParams.get('host') ?? '', `.s.PGSQL.${port}`) });
  url.host = `127.0.0.1:${way.port}`;
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  return { ...way, url: url.href };
}

export async function startWayTo(target: NetConnectOpts): Promise<Way> {
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

  const endAll = () => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
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
