/**
 * Asks Metrc: gently, bounded in bytes and time, without following redirects. The keys are in one header, and in nothing
 * that is thrown or logged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { log } from '#platform/log.ts';
import {
  askOutside,
  ForbiddenTarget,
  NoAnswerInTime,
  type OutboundAnswer,
} from '#platform/outgoing/outbound.ts';
import { addressProblem } from '#platform/outgoing/outbound-request.ts';
import { type ReadRight, type TrackingProblem, TrackingTrouble } from '../tracking.ts';
import { type Pace, paced } from './pace.ts';

export type MetrcOptions = {
  /** 'https://api-ny.metrc.com' */
  origin: string;
  license: string;
  /** Metrc gives it to the software ('integrator'). */
  softwareKey: string;
  /** A person of the license makes it. */
  licenseKey: string;
  /** Whether the operator allows this address, which is in an own network. */
  isOwnNetwork: boolean;
};

export type MetrcLimits = {
  pace: Pace;
  /** Milliseconds of one request, from the name to the last byte. */
  answerMs: number;
  /** Milliseconds of all packages, less than a job may take: 1,000 pages at five a second. */
  wholeMs: number;
  /** Milliseconds before something is tried again that failed without Metrc's decision. */
  againMs: number;
  /** The longest pause that is waited for when Metrc asks for one; after a longer one a person tries again. */
  longestPauseSeconds: number;
};

/** Far below Metrc's own: 50 in a second and 10 at once for a license. */
export const usualLimits: MetrcLimits = {
  pace: paced({ atOnce: 2, apartMs: 200 }),
  ...{ answerMs: 20_000, wholeMs: 220_000, againMs: 1000, longestPauseSeconds: 30 },
};

/** Characters of an answer: a page of twenty packages has about a tenth. */
const MOST_CHARACTERS = 1024 * 1024;
const TRIES = 3;
/** Seconds to wait if Metrc asks for a pause without saying how long. */
const USUAL_PAUSE = 5;

export type MetrcClient = {
  /** @param right what a refusal says that the keys lack; without one the keys themselves are refused */
  get<T extends z.ZodType>(
    path: string,
    answer: T,
    options?: { query?: Readonly<Record<string, string>>; right?: ReadRight },
  ): Promise<z.infer<T>>;
};

export function metrcClient(options: MetrcOptions, limits: MetrcLimits = usualLimits): MetrcClient {
  const { origin, softwareKey, licenseKey, isOwnNetwork } = options;
  const basic = Buffer.from(`${softwareKey}:${licenseKey}`).toString('base64');
  const headers = { Accept: 'application/json', 'User-Agent': 'Farmgate', Authorization: `Basic ${basic}` };
  const fail = (problem: TrackingProblem) => new TrackingTrouble(problem);

  const askOnce = (url: URL) =>
    limits.pace(() =>
      askOutside({
        ...{ method: 'GET', url, headers, body: null, timeout: limits.answerMs },
        ...{ publicOnly: !isOwnNetwork, readAtMost: MOST_CHARACTERS },
      }).catch((error: NodeJS.ErrnoException) => {
        if (error instanceof ForbiddenTarget) throw fail({ kind: 'own-network' });
        log.warn({ code: error.code ?? error.name, path: url.pathname }, 'metrc did not answer');
        return error instanceof NoAnswerInTime ? ('slow' as const) : ('no-answer' as const);
      }),
    );

  /** The first answer that is Metrc's decision. */
  async function ask(url: URL): Promise<OutboundAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOnce(url);
      const isLast = attempt === TRIES;
      if (typeof answer === 'string') {
        if (isLast || answer === 'slow') throw fail({ kind: answer });
        await pause(limits.againMs);
      } else if (answer.status === 429) {
        const seconds = answer.retryAfter ?? USUAL_PAUSE;
        if (isLast || seconds > limits.longestPauseSeconds) throw fail({ kind: 'busy', seconds });
        await pause(seconds * 1000);
      } else if (answer.status >= 500) {
        if (isLast) throw fail({ kind: 'down', status: answer.status });
        await pause(limits.againMs);
      } else return answer;
    }
  }

  return {
    async get(path, shape, { query = {}, right } = {}) {
      const url = new URL(path, origin);
      if (addressProblem(url.href, isOwnNetwork) !== null) throw fail({ kind: 'own-network' });
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const { status, text, isWhole } = await ask(url);
      // Metrc answers 401, not 403, to what a key may not do.
      if (status === 401 || status === 403)
        throw fail(right ? { kind: 'not-permitted', right } : { kind: 'keys-refused' });
      const read = status === 200 && isWhole ? shape.safeParse(parseJson(text)) : null;
      if (read?.success) return read.data;
      const where = read?.error?.issues[0]?.path.join('.');
      log.warn({ status, path, where, isWhole }, 'metrc answered something else than expected');
      throw fail({ kind: 'strange-answer' });
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
