/** Reads from Metrc: gently, again if Metrc did not decide, and nothing that is not as it should be. */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { log } from '#platform/log.ts';
import type { OutboundAnswer } from '#platform/outgoing/outbound.ts';
import type { Right } from '../tracking.ts';
import {
  type MetrcConnection,
  type MetrcLimits,
  type MetrcRequest,
  pauseOf,
  TRIES,
  trouble,
} from './metrc-connection.server.ts';

/** Characters of an answer: a page of twenty packages has about a tenth. */
const MOST_CHARACTERS = 1024 * 1024;
const MOST_BYTES_OF_FILE = 10 * 1024 * 1024;

type Asked = {
  query?: Readonly<Record<string, string>>;
  /** What a refusal says that the keys lack; without one the keys themselves are refused. */
  right?: Right;
};

export type MetrcClient = {
  get<T extends z.ZodType>(path: string, answer: T, asked?: Asked): Promise<z.infer<T>>;
  /** Null if there is none. */
  find<T extends z.ZodType>(path: string, answer: T, asked?: Asked): Promise<z.infer<T> | null>;
  /** A PDF. */
  file(path: string, asked?: Asked): Promise<Uint8Array>;
};

export function metrcClient(connection: MetrcConnection, limits: MetrcLimits): MetrcClient {
  /** The first answer that is Metrc's decision. */
  async function ask(request: MetrcRequest): Promise<OutboundAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await connection.ask(request);
      const isLast = attempt === TRIES;
      if ('problem' in answer) {
        if (isLast || answer.problem === 'slow') throw trouble({ kind: answer.problem });
        await pause(limits.againMs);
      } else if (answer.status === 429) await pause(pauseOf(answer, attempt, limits) * 1000);
      else if (answer.status >= 500) {
        if (isLast) throw trouble({ kind: 'down', status: answer.status });
        await pause(limits.againMs);
      } else return answer;
    }
  }

  async function permitted(path: string, { query = {}, right }: Asked, isFile: boolean) {
    const most = isFile ? MOST_BYTES_OF_FILE : MOST_CHARACTERS;
    const answer = await ask({ method: 'GET', path, query, most, isFile });
    // Metrc answers 401, not 403, to what a key may not do.
    if (answer.status === 401 || answer.status === 403)
      throw trouble(right ? { kind: 'not-permitted', right } : { kind: 'keys-refused' });
    return answer;
  }

  const strange = (path: string, { status, isWhole }: OutboundAnswer, where?: string) => {
    log.warn({ status, path, where, isWhole }, 'metrc answered something else than expected');
    return trouble({ kind: 'strange-answer' });
  };

  function dataOf<T extends z.ZodType>(path: string, answer: OutboundAnswer, shape: T): z.infer<T> {
    const read = answer.status === 200 && answer.isWhole ? shape.safeParse(parseJson(answer.text)) : null;
    if (read?.success) return read.data;
    throw strange(path, answer, read?.error?.issues[0]?.path.join('.'));
  }

  return {
    async get(path, shape, asked = {}) {
      return dataOf(path, await permitted(path, asked, false), shape);
    },
    async find(path, shape, asked = {}) {
      const answer = await permitted(path, asked, false);
      return answer.status === 404 ? null : dataOf(path, answer, shape);
    },
    async file(path, asked = {}) {
      const answer = await permitted(path, asked, true);
      const isPdf = answer.status === 200 && answer.isWhole && answer.text.startsWith('%PDF-');
      if (!isPdf) throw strange(path, answer);
      return Buffer.from(answer.text, 'latin1');
    },
  };
}

/** Undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
