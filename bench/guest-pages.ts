/** What a guest is sent, against a bare server that sends the same bytes. */

import type { BytesTask } from './baseline-bytes.ts';
import { startBaseline } from './baseline-process.ts';
import { compare, type Rounds } from './comparison.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { percent, perSecond, type Row } from './row.ts';
import type { RunningShop } from './shop.ts';

const CONNECTIONS = 10;
const BUDGET = 0.7;
/** node:http writes these itself, on both sides. */
const ownOfNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** One row for each page, plain and compressed. */
export async function guestPages(running: RunningShop, productId: number, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of [
    ['Guest catalogue', '/products'],
    ['Guest product page', `/products/${productId}`],
  ] as const) {
    for (const encoding of ['identity', 'gzip'] as const) {
      rows.push(await guestPage(`${name}, ${encoding}`, running, path, encoding, rounds));
    }
  }
  return rows;
}

async function guestPage(
  what: string,
  running: RunningShop,
  path: string,
  encoding: string,
  rounds: Rounds,
): Promise<Row> {
  const url = `${running.origin}${path}`;
  const headers = { 'accept-encoding': encoding };
  const answer = await fetchBytes(url, headers);
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  const task: BytesTask = { headers: sentByUs(answer.rawHeaders), body: answer.body };
  const baseline = await startBaseline('baseline-bytes.ts', task);
  try {
    const result = await compare(
      { pid: running.process.pid ?? 0, load: () => ({ url, connections: CONNECTIONS, headers }) },
      { pid: baseline.pid, load: () => ({ url: baseline.origin, connections: CONNECTIONS, headers }) },
      rounds,
    );
    return {
      what: `${what} (${(answer.body.length / 1024).toFixed(1)} kB)`,
      ours: perSecond(result.ours),
      baseline: perSecond(result.baseline),
      value: percent(result.ratio),
      budget: `≥ ${percent(BUDGET)}`,
      holds: result.ratio >= BUDGET,
      note: result.note,
    };
  } finally {
    await baseline.stop();
  }
}

function sentByUs(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ownOfNode.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}
