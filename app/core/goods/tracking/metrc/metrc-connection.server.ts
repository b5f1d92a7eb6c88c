/**
 * One request to Metrc: bounded in bytes and time, without following redirects. The keys are in one header, and in
 * nothing that is thrown or logged.
 */
import { log } from '#platform/log.ts';
import {
  askOutside,
  ForbiddenTarget,
  NoAnswerInTime,
  type OutboundAnswer,
} from '#platform/outgoing/outbound.ts';
import { addressProblem } from '#platform/outgoing/outbound-request.ts';
import { type TrackingProblem, TrackingTrouble } from '../tracking.ts';
import { type Pace, paced } from './pace.ts';

export type MetrcOptions = {
  /** 'https://api-ny.metrc.com' */
  origin: string;
  license: string;
  /** Metrc gives it to the software ('integrator'). */
  softwareKey: string;
  /** A person of the license makes it. */
  licenseKey: string;
  /** The store's, an IANA name: Metrc writes times of sales as the store's clock shows them. */
  zone: string;
  /** Whether the operator allows this address, which is in an own network. */
  isOwnNetwork: boolean;
};

export type MetrcLimits = {
  pace: Pace;
  /** Of what is reported: one after the other, because two that meet at one package are refused, or one is lost. */
  writePace: Pace;
  /** Milliseconds of one request, from the name to the last byte. */
  answerMs: number;
  /** Milliseconds of all pages of a list, less than a job may take: 1,000 pages at five a second. */
  wholeMs: number;
  /** Milliseconds before something is tried again that failed without Metrc's decision. */
  againMs: number;
  /** The longest pause that is waited for when Metrc asks for one; after a longer one a person tries again. */
  longestPauseSeconds: number;
};

/** Far below Metrc's own for reading: 50 in a second and 10 at once for a license. */
export const usualLimits: MetrcLimits = {
  pace: paced({ atOnce: 2, apartMs: 200 }),
  writePace: paced({ atOnce: 1, apartMs: 0 }),
  ...{ answerMs: 20_000, wholeMs: 220_000, againMs: 1000, longestPauseSeconds: 30 },
};

/** Tries of what Metrc did not decide. */
export const TRIES = 3;

/** No answer. `isSent`: whether Metrc may have the request. */
export type Unanswered = { problem: 'slow' | 'no-answer'; isSent: boolean };

export type MetrcRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query: Readonly<Record<string, string>>;
  body?: unknown;
  /** Characters of the answer; of a file bytes. */
  most: number;
  isFile?: boolean;
};

export type MetrcConnection = {
  ask(request: MetrcRequest): Promise<OutboundAnswer | Unanswered>;
  /** The text without the keys, for what Metrc's answer says. */
  withoutKeys(text: string): string;
};

/** A connection was not made, so nothing was sent. */
const BEFORE_SENDING: readonly (string | undefined)[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
];

export const trouble = (problem: TrackingProblem) => new TrackingTrouble(problem);

/** The pause of Metrc's answer 429, in seconds. Throws if it is longer than anyone waits, or was the last try. */
export function pauseOf(answer: OutboundAnswer, attempt: number, limits: MetrcLimits): number {
  const seconds = answer.retryAfter ?? USUAL_PAUSE;
  if (attempt === TRIES || seconds > limits.longestPauseSeconds) throw trouble({ kind: 'busy', seconds });
  return seconds;
}
/** Seconds to wait if Metrc asks for a pause without saying how long. */
const USUAL_PAUSE = 5;

export function metrcConnection(options: MetrcOptions, limits: MetrcLimits): MetrcConnection {
  const { origin, softwareKey, licenseKey, isOwnNetwork } = options;
  const basic = Buffer.from(`${softwareKey}:${licenseKey}`).toString('base64');
  const headers = { 'User-Agent': 'Farmgate', Authorization: `Basic ${basic}` };
  const secrets = [basic, softwareKey, licenseKey].filter((secret) => secret !== '');

  return {
    async ask({ method, path, query, body, most, isFile = false }) {
      const url = new URL(path, origin);
      if (addressProblem(url.href, isOwnNetwork) !== null) throw trouble({ kind: 'own-network' });
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const json = body === undefined ? null : JSON.stringify(body);
      const asked = {
        ...{ method, url, body: json, timeout: limits.answerMs, publicOnly: !isOwnNetwork },
        headers: {
          ...headers,
          Accept: isFile ? 'application/pdf' : 'application/json',
          // Without its length a body would come in pieces, which not every gateway takes.
          ...(json === null
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
        },
        ...{ readAtMost: most, encoding: isFile ? ('latin1' as const) : ('utf8' as const) },
      };
      const pace = method === 'GET' ? limits.pace : limits.writePace;
      return pace(() => askOutside(asked)).catch((error: NodeJS.ErrnoException) => {
        if (error instanceof ForbiddenTarget) throw trouble({ kind: 'own-network' });
        log.warn({ code: error.code ?? error.name, path: url.pathname }, 'metrc did not answer');
        return {
          problem: error instanceof NoAnswerInTime ? 'slow' : 'no-answer',
          isSent: !BEFORE_SENDING.includes(error.code),
        };
      });
    },
    withoutKeys: (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text),
  };
}
