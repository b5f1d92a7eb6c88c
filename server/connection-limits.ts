/**
 * What one connection, one address and all of them together may take. Node parses every request of a connection
 * as it comes and hands it on at once: two megabytes of small requests whose answers nobody read took gigabytes.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from './client-address.ts';

export type ConnectionLimits = {
  /** Connections of one address at a time; a trusted proxy's are its clients' and do not count. */
  perAddress: number;
  /** Connections of all together. */
  overall: number;
  /** Milliseconds without a byte taken after which a response that waits to be taken is given up. */
  patienceMs: number;
  isProxy: (address: string) => boolean;
};

/** Requests that may wait on a connection for the answers before theirs. Browsers send none ahead. */
const MOST_AHEAD = 32;

type Waiting = [IncomingMessage, ServerResponse];

/** What a connection is being answered, and what it has sent ahead. */
type Connection = { isAnswered: boolean; ahead: Waiting[] };

const connections = new WeakMap<Socket, Connection>();

/**
 * Hands a connection's requests on one after the other, each when the answer before has left the process
 * altogether. Meanwhile nothing more is read; a connection that has sent too many ahead by then is cut off.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const answer = (connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    connection.isAnswered = true;
    outgoing.once('close', () => {
      // Not in this very turn: a page the system takes at once would bring the next with no look at anybody else.
      if (connection.ahead.length > 0) setImmediate(goOn, connection, incoming.socket);
      else goOn(connection, incoming.socket);
    });
    handle(incoming, outgoing);
  };
  const goOn = (connection: Connection, socket: Socket): void => {
    const next = connection.ahead.shift();
    if (next && !socket.destroyed) answer(connection, ...next);
    else {
      connection.isAnswered = false;
      if (!socket.destroyed && socket.isPaused()) socket.resume();
    }
  };
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const connection = connections.get(socket) ?? { isAnswered: false, ahead: [] };
    if (!connection.isAnswered) {
      connections.set(socket, connection);
      answer(connection, incoming, outgoing);
    } else if (connection.ahead.length < MOST_AHEAD) {
      socket.pause();
      connection.ahead.push([incoming, outgoing]);
    } else {
      // The rest of what was read is still parsed; it finds the socket destroyed and is let go of with it.
      connection.ahead.length = 0;
      socket.destroy();
    }
  };
}

/** Puts the limits on a server. Its own timeouts of requests stay as they are. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (limits.isProxy(address)) return;
    const block = addressBlock(address);
    const count = (open.get(block) ?? 0) + 1;
    open.set(block, count);
    socket.once('close', () => {
      const left = (open.get(block) ?? 1) - 1;
      if (left === 0) open.delete(block);
      else open.set(block, left);
    });
    if (count > limits.perAddress) turnAway(socket);
  });

  server.maxConnections = limits.overall;
  // Whoever only keeps a connection open makes room for whoever comes.
  server.on('drop', () => server.closeIdleConnections());

  // A timeout is no progress in either direction: Node looks at what the system has taken, not at what we have written.
  server.setTimeout(limits.patienceMs, (socket: Socket) => {
    const waitsForUs = connections.get(socket)?.isAnswered && socket.writableLength === 0;
    const hasSaidNothing = socket.bytesRead === 0;
    if (!waitsForUs && !hasSaidNothing) socket.destroy();
  });
}

function turnAway(socket: Socket): void {
  socket.end(
    'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    () => socket.destroy(),
  );
}
