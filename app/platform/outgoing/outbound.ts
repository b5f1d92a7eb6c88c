/**
 * Sends one request to an external server, limited in time and in how much of the response is read. Does not follow
 * redirects.
 */
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inSpan } from '../tracing/span.ts';
import { isPublicAddress } from './public-address.ts';
import { type ResolveName, resolveName } from './resolve-name.ts';

export type Outbound = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string | number>>;
  body: Buffer | string | null;
  /** Milliseconds for the whole request, from the name lookup to the end of the response. */
  timeout: number;
  /** Refuses targets within our own network: for addresses that come from outside. */
  publicOnly: boolean;
  /** Resolves names if the target must be public; for tests. */
  resolve?: ResolveName;
  /** Characters of the response to read; a kilobyte by default. */
  readAtMost?: number;
  /** With 'latin1' each character of the text is one byte of the response: for files. */
  encoding?: 'utf8' | 'latin1';
};

export type OutboundAnswer = {
  status: number;
  /** The part of the response that was read. */
  text: string;
  /** Whether that is the whole response. */
  isWhole: boolean;
  /** Seconds to wait before the next attempt, if the response gives them. */
  retryAfter: number | null;
};

/** The target is not allowed; retrying does not help. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget';
}

/** No response arrived in time. */
export class NoAnswerInTime extends Error {
  override name = 'NoAnswerInTime';
}

const A_KILOBYTE = 1024;
/** Connections stay open, because many messages go to the same services. */
const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
  publicOnly: new HttpsAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
};

/** Connects to the address that was checked: a name that leads elsewhere the second time gains nothing. */
const publicLookup =
  (resolve: ResolveName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
          return callback(new ForbiddenTarget(`${hostname} is not in the public network`), '', 4);
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 4),
    );
  };

/** For clients of their own: HTTPS to public addresses only, whatever a name resolves to. They check literal addresses. */
export const publicRoute = { agent: agents.publicOnly, lookup: publicLookup(resolveName) };

/**
 * Sends the request, and returns the response whatever its status.
 * @throws ForbiddenTarget, NoAnswerInTime, or the network's error.
 */
export function askOutside(outbound: Outbound): Promise<OutboundAnswer> {
  const { method, url } = outbound;
  // Without the path: those of push services and webhooks are secrets.
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': port,
  };
  return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
    const answer = await askOnce(outbound);
    span?.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

async function askOnce(outbound: Outbound): Promise<OutboundAnswer> {
  const {
    method,
    url,
    headers,
    body,
    timeout,
    publicOnly,
    readAtMost = A_KILOBYTE,
    encoding = 'utf8',
    resolve = resolveName,
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
      answer.setEncoding(encoding);
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
