/** One request to somebody else's machine, limited in time and in what is read of the answer. Redirects are not followed. */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type Outbound = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string | number>>;
  body: Buffer | string | null;
  /** Milliseconds for all of it, from looking the name up to the end of the answer. */
  timeout: number;
  /** Whether a target within our own network is refused: where the address came from outside. */
  publicOnly: boolean;
  /** Asked for the addresses of a name, instead of the system, where the target must be public. */
  resolve?: Resolve;
  /** Characters of the answer; a kilobyte unless said otherwise. */
  readAtMost?: number;
};

export type OutboundAnswer = {
  status: number;
  /** As much of it as is read. */
  text: string;
  /** Whether that is all of it. */
  isWhole: boolean;
  /** Seconds to wait before the next try, where the answer says so. */
  retryAfter: number | null;
};

/** The target is none that may be asked; asking again does not help. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget';
}

/** Nothing came back within the time given. */
export class NoAnswerInTime extends Error {
  override name = 'NoAnswerInTime';
}

const A_KILOBYTE = 1024;
/** Connections that are kept open are many messages' to the same service. */
const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
  publicOnly: new HttpsAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
};

/**
 * Asked for by name, the address that is connected to is the one that was checked: a name that answers another
 * address the second time gains nothing.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new ForbiddenTarget(`${hostname} is not in the public network`), '', 4);
      }
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };

/**
 * Sends it, and answers whatever the other side answers, be it good or bad.
 * @throws ForbiddenTarget, NoAnswerInTime, or what the network said.
 */
export async function askOutside(outbound: Outbound): Promise<OutboundAnswer> {
  const {
    method,
    url,
    headers,
    body,
    timeout,
    publicOnly,
    readAtMost = A_KILOBYTE,
    resolve = lookup,
  } = outbound;
  const isHttps = url.protocol === 'https:';
  if (publicOnly) {
    if (!isHttps) throw new ForbiddenTarget(`${url.origin} is not reached by HTTPS`);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isPublicAddress(literal))
      throw new ForbiddenTarget(`${url.hostname} is not in the public network`);
  }
  const agent = publicOnly ? agents.publicOnly : isHttps ? agents.https : agents.http;
  const signal = AbortSignal.timeout(timeout);
  const options: RequestOptions = {
    method,
    headers,
    agent,
    signal,
    ...(publicOnly ? { lookup: publicLookup(resolve) } : {}),
  };
  return new Promise((answered, reject) => {
    const fail = (error: Error) =>
      reject(signal.aborted ? new NoAnswerInTime(`${url.host} did not answer within ${timeout} ms`) : error);
    const asking = (isHttps ? httpsRequest : httpRequest)(url, options, (answer) => {
      let text = '';
      const done = () => {
        const after = Number(answer.headers['retry-after']);
        answered({
          status: answer.statusCode ?? 0,
          text: text.slice(0, readAtMost),
          isWhole: text.length <= readAtMost,
          retryAfter: Number.isFinite(after) && after > 0 ? after : null,
        });
      };
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
        if (text.length <= readAtMost) return;
        done();
        answer.destroy();
      });
      answer.on('end', done);
      answer.on('error', fail);
    });
    asking.on('error', fail);
    asking.end(body ?? undefined);
  });
}
