/**
 * What takes 100 ms of a core and more (pictures, PDFs) is drawn in processes of their own: pages are served first (their
 * priority is lower), what they took goes back to the system when nobody needs them, and a file that breaks a decoder
 * breaks nothing else. They know no secret: they are told what to draw and nothing more. One draws pictures and one
 * draws papers, so that a receipt does not wait for photos. Each does one thing at a time, because decoding takes tens
 * of megabytes and all of a core.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import type { Answer, Drawing } from './drawing-process.ts';
import { singleton } from './singleton.ts';

/** Which of the processes draws what. */
const placeOf = {
  redraw: 'pictures',
  fit: 'pictures',
  tint: 'pictures',
  paper: 'papers',
} as const satisfies Record<keyof Drawing, string>;

type Place = (typeof placeOf)[keyof Drawing];

/** A process that nobody has needed for so long ends. */
const IDLE_MS = 3000;
/** What takes longer is given up together with the process. */
const PATIENCE_MS = 60_000;

type NoAnswer = 'ended' | 'took too long';
type Held = { process: ChildProcess | null; idle: NodeJS.Timeout | null };

const oneAtATime = { pictures: pLimit(1), papers: pLimit(1) };
const opened = singleton<Record<Place, Held>>('drawing processes');

/** How many pictures wait for the one that is being drawn. */
export function waitingToDraw(): number {
  return oneAtATime.pictures.pendingCount;
}

/**
 * What the drawing gives; null for one that takes too long, or that two processes ended over. One process may have been
 * ended by the system for want of memory, which says nothing about what it drew. Throws what the drawing throws.
 */
export async function drawApart<Name extends keyof Drawing>(
  name: Name,
  given: Parameters<Drawing[Name]>,
): Promise<Awaited<ReturnType<Drawing[Name]>> | null> {
  const place = placeOf[name];
  const answer = await oneAtATime[place](async () => {
    const work = { name, given };
    const first = await draw(place, work);
    return first === 'ended' ? draw(place, work) : first;
  });
  if (typeof answer === 'string') return null;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value as Awaited<ReturnType<Drawing[Name]>> | null;
}

async function draw(place: Place, work: object): Promise<Answer | NoAnswer> {
  const all = opened.get() ?? {
    pictures: { process: null, idle: null },
    papers: { process: null, idle: null },
  };
  opened.set(all);
  const held = all[place];
  if (held.idle) clearTimeout(held.idle);
  const drawing = held.process ?? begin(held);
  drawing.ref();
  drawing.channel?.ref();
  const answer = await ask(drawing, work);
  if (typeof answer === 'string') {
    if (held.process === drawing) held.process = null;
    return answer;
  }
  // While it has nothing to do it keeps nobody's process from ending.
  drawing.unref();
  drawing.channel?.unref();
  held.idle = setTimeout(() => end(held, drawing), IDLE_MS).unref();
  return answer;
}

const here = createRequire(import.meta.url);

function begin(held: Held): ChildProcess {
  const begun = fork(here.resolve('#platform/drawing-process.ts'), [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  held.process = begun;
  // Said of a process that has ended already; whoever waits for it hears so by themselves.
  begun.on('error', () => undefined);
  begun.once('exit', () => {
    if (held.process === begun) held.process = null;
  });
  return begun;
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
    }, PATIENCE_MS);
    drawing.on('message', settle);
    drawing.on('exit', ended);
    drawing.on('error', ended);
    drawing.send(work);
  });
}
