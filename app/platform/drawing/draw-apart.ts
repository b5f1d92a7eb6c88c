/**
 * Renders pictures and PDFs, which take at least 100 ms of a core, in separate processes: they have a lower priority
 * than pages, their memory returns to the system when they are idle, and a file that crashes a decoder harms nothing
 * else. They hold no secrets: they receive only what to render. One process renders pictures (two for a command) and
 * another renders papers, so that a receipt does not wait for photos. Each does one job at a time, because decoding
 * takes tens of megabytes and a whole core.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { singleton } from '../singleton.ts';
import type { Answer, Drawing } from './drawing-process.ts';

/** The process for each kind of job. */
const placeOf = {
  redraw: 'pictures',
  fit: 'pictures',
  tint: 'pictures',
  paper: 'papers',
  roll: 'papers',
  dots: 'papers',
  labels: 'papers',
} as const satisfies Record<keyof Drawing, string>;

type Place = (typeof placeOf)[keyof Drawing];

/** An idle process ends after this time. */
const IDLE_MS = 3000;
/** A job that takes longer is abandoned and its process is killed. */
const TIMEOUT_MS = 60_000;

type NoAnswer = 'ended' | 'took too long';
type Held = { process: ChildProcess | null; idle: NodeJS.Timeout | null; isBusy: boolean };

const waiting = { pictures: pLimit(1), papers: pLimit(1) };
const opened = singleton<Record<Place, Held[]>>('drawing processes');

/** The number of pictures that wait for the current one. */
export function waitingToDraw(): number {
  return waiting.pictures.pendingCount;
}

/** How much others come before pictures and papers, as `nice` counts. */
const LOW_PRIORITY = 10;
let priority = LOW_PRIORITY;

/** For a command that draws thousands of pictures while no one waits for a page: two at once, with its own priority. */
export function drawForCommand(): void {
  waiting.pictures.concurrency = Math.min(2, availableParallelism());
  priority = 0;
}

/**
 * Returns the result of the job; null if it takes too long, or if two processes ended during it. One process alone may
 * have been killed for lack of memory, which says nothing about the job. Throws the job's errors.
 */
export async function drawApart<Name extends keyof Drawing>(
  name: Name,
  given: Parameters<Drawing[Name]>,
): Promise<Awaited<ReturnType<Drawing[Name]>> | null> {
  const place = placeOf[name];
  const answer = await waiting[place](async () => {
    const work = { name, given };
    const first = await draw(place, work);
    return first === 'ended' ? draw(place, work) : first;
  });
  if (typeof answer === 'string') return null;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value as Awaited<ReturnType<Drawing[Name]>> | null;
}

async function draw(place: Place, work: object): Promise<Answer | NoAnswer> {
  const all = opened.get() ?? { pictures: [], papers: [] };
  opened.set(all);
  const idle = all[place].find(({ isBusy }) => !isBusy);
  const held = idle ?? { process: null, idle: null, isBusy: false };
  if (!idle) all[place].push(held);
  if (held.idle) clearTimeout(held.idle);
  const drawing = held.process ?? begin(held);
  held.isBusy = true;
  drawing.ref();
  drawing.channel?.ref();
  const answer = await ask(drawing, work);
  held.isBusy = false;
  if (typeof answer === 'string') {
    if (held.process === drawing) held.process = null;
    return answer;
  }
  // An idle process must not prevent its parent from exiting.
  drawing.unref();
  drawing.channel?.unref();
  held.idle = setTimeout(() => end(held, drawing), IDLE_MS).unref();
  return answer;
}

const here = createRequire(import.meta.url);

function begin(held: Held): ChildProcess {
  const started = fork(here.resolve('#platform/drawing/drawing-process.ts'), [String(priority)], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  held.process = started;
  // Ignores errors of a process that has already ended; pending jobs have their own listener.
  started.on('error', () => undefined);
  started.once('exit', () => {
    if (held.process === started) held.process = null;
  });
  return started;
}

function end(held: Held, idle: ChildProcess): void {
  if (held.process === idle) held.process = null;
  if (idle.connected) idle.disconnect();
}

function ask(drawing: ChildProcess, work: object): Promise<Answer | NoAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | NoAnswer) => {
      clearTimeout(tooLong);
      drawing.off('message', settle);
      drawing.off('exit', ended);
      drawing.off('error', ended);
      resolve(answer);
    };
    const ended = () => settle('ended');
    const tooLong = setTimeout(() => {
      settle('took too long');
      drawing.kill('SIGKILL');
    }, TIMEOUT_MS);
    drawing.on('message', settle);
    drawing.on('exit', ended);
    drawing.on('error', ended);
    drawing.send(work);
  });
}
