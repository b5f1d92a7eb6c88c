/**
 * Limits one connection, one address and all connections together. Node parses all requests on a connection as they
 * arrive and passes them on at once: two megabytes of small requests whose responses went unread took gigabytes.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#server/http/client-address.ts';

export type ConnectionLimits = {
  /** Connections per address at a time; a trusted proxy's connections belong to its clients and do not count. */
  perAddress: number;
  /** Connections in total. */
  overall: number;
  /** Milliseconds without progress after which a response that the client does not read is dropped. */
  patienceMs: number;
  isProxy: (address: string) => boolean;
};

/** Pipelined requests that may wait on a connection. Browsers do not pipeline. */
const MOST_AHEAD = 32;

type Waiting = [IncomingMessage, ServerResponse];

/** Whether a connection is being answered, and its pipelined requests. */
type Connection = { isAnswered: boolean; ahead: Waiting[] };

const connections = new WeakMap<Socket, Connection>();

/**
 * Passes on a connection's requests one at a time, each after the previous response has fully left the process. Reads
 * nothing more until then; cuts off a connection that has pipelined too many requests.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const answer = (connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    connection.isAnswered = true;
    outgoing.once('close', () => {
      // Not in this turn of the event loop: a response that the system takes at once would start the next before any
      // other client's.
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
      // What of this piece is still parsed finds the socket destroyed, and is discarded with it.
      connection.ahead.length = 0;
      socket.destroy();
    }
  };
}

/** Bytes that the parser gets at a time: several usual requests, or a hundred of the shortest. */
const PIECE = 4096;

/**
 * Gives the parser what a connection reads in pieces, and nothing once the connection is cut off. By itself it parses
 * all of a read, up to 1,500 requests in 64 kB, before it notices: 400 connections that do so at once stopped the shop
 * for ten seconds.
 */
function parseInPieces(socket: Socket): void {
  // Node's own listener, which is there first (docs/engine-room.md).
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (!parse) return;
  socket.off('data', parse);
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE)
      parse.call(socket, bytes.subarray(at, at + PIECE));
  });
}

/** Applies the limits to a server. Does not change the server's own request timeouts. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    // A proxy asks one thing at a time.
    if (limits.isProxy(address)) return;
    parseInPieces(socket);
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
  // Idle connections make room for new clients.
  server.on('drop', () => server.closeIdleConnections());

  // A timeout means no progress in either direction: Node checks what the system has taken, not what we have written.
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
