/** The process that draws (`draw-apart`): does one piece of work after the other, and ends with the process that began it. */
import { getPriority, setPriority } from 'node:os';

/** Each brings its library with its first use: who draws papers needs no decoder of pictures. */
const load = {
  redraw: async () => (await import('#platform/uploads/drawing.ts')).redraw,
  fit: async () => (await import('#platform/uploads/drawing.ts')).fit,
  tint: async () => (await import('#platform/uploads/drawing.ts')).tint,
  paper: async () => (await import('#platform/paper/draw-paper.ts')).drawPaper,
};

export type Drawing = { [Name in keyof typeof load]: Awaited<ReturnType<(typeof load)[Name]>> };
export type Answer = { value: unknown } | { error: string };

/** People who wait for a page come before people who wait for a picture or a paper. */
const PRIORITY = 10;

setPriority(Math.max(PRIORITY, getPriority()));
// A Ctrl-C goes to everybody at the terminal; who began us ends us when the work under way is done.
process.on('SIGINT', () => undefined);

process.on('message', async ({ name, given }: { name: keyof Drawing; given: never[] }) => {
  process.send?.(await answerOf(name, given));
});

async function answerOf(name: keyof Drawing, given: never[]): Promise<Answer> {
  try {
    const draw = (await load[name]()) as (...given: never[]) => Promise<unknown>;
    return { value: await draw(...given) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
