/**
 * Sends to Metrc what the shop reports: once. Only what surely was not taken is tried again; without an answer that says
 * so, whether it was taken is unsure, and is looked up by `find`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import { log } from '#platform/log.ts';
import type { OutboundAnswer } from '#platform/outgoing/outbound.ts';
import { MOST_TOGETHER, TrackingRefusal } from '../tracking.ts';
import { parseJson } from './metrc-client.server.ts';
import {
  type MetrcConnection,
  type MetrcLimits,
  pauseOf,
  TRIES,
  trouble,
} from './metrc-connection.server.ts';

/** Characters of an answer: ids, or what was refused. */
const MOST_CHARACTERS = 256 * 1024;
const LONGEST_WORDS = 300;

export type MetrcWrite = {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: readonly object[];
  /** How many acts it reports. */
  acts: number;
  /** Asked before each try. */
  mayBegin?: (() => Promise<boolean>) | undefined;
};

/** Returns the ids in their order; of what Metrc gives no ids for, null. */
export type SendWrite = (write: MetrcWrite) => Promise<(string | null)[]>;

const idsAnswer = z.object({ Ids: z.array(z.int().nonnegative()) });
/** Of a change: nothing, or anything of this form. */
const changeAnswer = z.object({ Ids: z.array(z.int()).nullish() }).nullable();

export function metrcWrites(connection: MetrcConnection, limits: MetrcLimits, license: string): SendWrite {
  /** The answer; throws if nothing was taken, or if that is unsure. */
  async function ask({ method, path, body, mayBegin }: MetrcWrite): Promise<OutboundAnswer> {
    for (let attempt = 1; ; attempt++) {
      const request = { method, path, query: { licenseNumber: license }, body, most: MOST_CHARACTERS };
      if (mayBegin && !(await mayBegin())) throw trouble({ kind: 'unsure' });
      const answer = await connection.ask(request);
      if ('problem' in answer) {
        if (answer.isSent) throw trouble({ kind: 'unsure' });
        if (attempt === TRIES) throw trouble({ kind: answer.problem });
        await pause(limits.againMs);
      } else if (answer.status === 429) await pause(pauseOf(answer, attempt, limits) * 1000);
      else return answer;
    }
  }

  return async (write) => {
    const answer = await ask(write);
    const { status, isWhole } = answer;
    if (status >= 200 && status < 300) {
      const ids = isWhole ? idsOf(write, answer.text) : null;
      if (ids) return ids;
    } else if (status === 400 || status === 404) {
      throw new TrackingRefusal(refusedOf(answer.text, write.acts, connection.withoutKeys));
    } else if (status === 401 || status === 403) {
      throw trouble({ kind: 'not-permitted', right: 'reporting' });
    } else if (status === 413) {
      throw new RangeError(`Metrc takes no ${write.acts} objects together`);
    }
    log.warn(
      { status, path: write.path, isWhole },
      'metrc answered something else to a report than expected',
    );
    // A gateway's time-out, an error and a redirect may come after Metrc took it.
    const isRefused = status > 400 && status < 500 && status !== 408;
    throw trouble({ kind: isRefused ? 'strange-answer' : 'unsure' });
  };
}

/** Null if the answer is none. */
function idsOf({ method, acts }: MetrcWrite, text: string): (string | null)[] | null {
  const none = Array.from({ length: acts }, () => null);
  if (method !== 'POST') {
    const isFine = text.trim() === '' || changeAnswer.safeParse(parseJson(text)).success;
    return isFine ? none : null;
  }
  const { data } = idsAnswer.safeParse(parseJson(text));
  return data?.Ids.length === acts ? data.Ids.map(String) : null;
}

const rowsAnswer = z.array(z.object({ row: z.unknown().optional(), message: z.string() })).min(1);
const messageAnswer = z.object({ Message: z.string() });

/** What Metrc refused, in its words: of each one line. */
function refusedOf(text: string, acts: number, withoutKeys: (text: string) => string) {
  const answer = parseJson(text);
  const rows = rowsAnswer.safeParse(answer).data ?? [];
  const message = messageAnswer.safeParse(answer).data?.Message;
  const refused = message === undefined ? rows : [{ row: null, message }];
  const words = (said: string) =>
    sliceSafe(cleanLine(withoutControls(withoutKeys(said).toWellFormed())), LONGEST_WORDS);
  const lines = refused.slice(0, MOST_TOGETHER).map((each) => ({
    row: isRow(each.row, acts) ? each.row : null,
    words: words(each.message) || NO_REASON,
  }));
  return lines.length > 0 ? lines : [{ row: null, words: NO_REASON }];
}

const NO_REASON = 'Metrc gave no reason.';

const isRow = (row: unknown, acts: number): row is number =>
  Number.isInteger(row) && Number(row) >= 0 && Number(row) < acts;
