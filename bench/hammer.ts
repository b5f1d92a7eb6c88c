/**
 * A client that is not the bottleneck: wrk where it is installed, else autocannon in several processes. Its own limit
 * is measured beside every row, against a socket that writes the same bytes without reading the request.
 */
import { execFile, execFileSync, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { startBaseline } from './baseline-process.ts';
import type { Burst } from './comparison.ts';

const run = promisify(execFile);

export type Blows = { url: string; connections: number; headers: Record<string, string>; seconds: number };
/** Latencies in milliseconds. */
export type Hammered = Burst & { p95: number };

const PROCESSES = 2;

const hasWrk = (() => {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // wrk prints its version with an exit code of 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
})();

export const client = hasWrk ? 'wrk' : `autocannon in ${PROCESSES} processes`;

/** As many requests as the other side answers, over this many connections. */
export function hammer(blows: Blows): Promise<Hammered> {
  return hasWrk ? byWrk(blows) : byProcesses(blows);
}

async function byWrk({ url, connections, headers, seconds }: Blows): Promise<Hammered> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const script = ['-s', `${import.meta.dirname}/hammer.lua`];
  const { stdout } = await run('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`],
    ...given,
    ...script,
    url,
  ]);
  const [requests = 0, failed = 0, micros = 0, p95 = 0] =
    /measured (\d+) (\d+) (\d+) (\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  return { answered: requests - failed, failed, seconds: micros / 1e6, p95: p95 / 1000 };
}

async function byProcesses(blows: Blows): Promise<Hammered> {
  const share = { ...blows, connections: Math.ceil(blows.connections / PROCESSES) };
  const all = await Promise.all(
    Array.from({ length: PROCESSES }, () => {
      const child = fork(`${import.meta.dirname}/hammer-process.ts`);
      child.send(share);
      return new Promise<Hammered>((resolve, reject) => {
        child.once('message', (result) => resolve(result as Hammered));
        child.once('error', reject);
      });
    }),
  );
  return {
    answered: all.reduce((sum, each) => sum + each.answered, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    seconds: Math.max(...all.map((each) => each.seconds)),
    p95: Math.max(...all.map((each) => each.p95)),
  };
}

/** Responses per second that this client receives of the same bytes when they cost nothing to make. */
export async function clientLimit(
  answer: { headers: string[]; body: Uint8Array },
  blows: Omit<Blows, 'url' | 'seconds'>,
): Promise<number> {
  const socket = await startBaseline('baseline-socket.ts', answer);
  try {
    const result = await hammer({ ...blows, url: socket.origin, seconds: 1 });
    return result.answered / result.seconds;
  } finally {
    await socket.stop();
  }
}
