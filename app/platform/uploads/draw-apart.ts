/**
 * The drawing process, and the queue before it. One picture at a time in a process: decoding takes tens of megabytes
 * and all of a core. It is a process of its own so that pages are served first (its priority is lower), so that what
 * it took goes back to the system when nobody sends pictures any more, and so that a file that breaks the decoder
 * breaks nothing else. It knows no secret: what it is told is the file and the shape.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import { singleton } from '../singleton.ts';
import type { Answer, Drawing } from './drawing-process.ts';

/** Nobody needs it for so long: it ends. */
const IDLE_MS = 3000;
/** What takes longer is given up together with the process. */
const PATIENCE_MS = 60_000;

type NoAnswer = 'ended' | 'took too long';
type Held = { process: ChildProcess | null; idle: NodeJS.Timeout | null };

const oneAtATime = pLimit(1);
const opened = singleton<Held>('drawing process');

/** How many pictures wait for the one that is being drawn. */
export function waitingToDraw(): number {
  return oneAtATime.pendingCount;
}

/**
 * What the drawing gives; null for a picture that takes too long, or that two processes ended over. One process may
 * have been ended by the system for want of memory, which says nothing about the picture. Throws what it throws.
 */
export async function drawApart<Name extends keyof Drawing>(
  name: Name,
  given: Parameters<Drawing[Name]>,
): Promise<Awaited<ReturnType<Drawing[Name]>> | null> {
  const answer = await oneAtATime(async () => {
    const work = { name, given };
    const first = await draw(work);
    return first === 'ended' ? draw(work) : first;
  });
  if (typeof answer === 'string') return null;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value as Awaited<ReturnType<Drawing[Name]>> | null;
}

async function draw(work: object): Promise<Answer | NoAnswer> {
  const held = opened.get() ?? { process: null, idle: null };
  opened.set(held);
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
  const begun = fork(here.resolve('#platform/uploads/drawing-process.ts'), [], {
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
