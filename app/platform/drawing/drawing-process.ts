/** Runs rendering jobs in a separate process (`draw-apart`), one after the other, and ends with its parent process. */
import { getPriority, setPriority } from 'node:os';

/** Each job loads its library on first use, because few papers need a picture's. */
const load = {
  redraw: async () => (await import('#platform/drawing/draw-picture.ts')).redraw,
  fit: async () => (await import('#platform/drawing/draw-picture.ts')).fit,
  tint: async () => (await import('#platform/drawing/draw-picture.ts')).tint,
  paper: async () => (await import('#platform/paper/draw-paper.ts')).drawPaper,
  roll: async () => (await import('#platform/paper/draw-roll.ts')).drawRoll,
  dots: async () => (await import('#platform/paper/draw-label-dots.ts')).drawLabelDots,
  labels: async () => (await import('#platform/paper/draw-label-pages.ts')).drawLabelPages,
};

export type Drawing = { [Name in keyof typeof load]: Awaited<ReturnType<(typeof load)[Name]>> };
export type Answer = { value: unknown } | { error: string };

// People waiting for a page come before people waiting for a picture or a paper.
setPriority(Math.max(Number(process.argv[2]), getPriority()));
// Ctrl-C reaches every process at the terminal; the parent ends this one after its current job.
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
