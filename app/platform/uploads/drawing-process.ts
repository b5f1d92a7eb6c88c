/** The process that draws pictures (`draw-apart`): takes one piece of work after the other, and ends with who began it. */
import { getPriority, setPriority } from 'node:os';
import { fit, redraw, tint } from './drawing.ts';

const drawing = { redraw, fit, tint };

export type Drawing = typeof drawing;
export type Answer = { value: unknown } | { error: string };

/** Whoever looks at a page comes before whoever waits for a picture. */
const PRIORITY = 10;

setPriority(Math.max(PRIORITY, getPriority()));
// A Ctrl-C goes to everybody at the terminal; who began us ends us when the pictures under way are drawn.
process.on('SIGINT', () => undefined);

process.on('message', async ({ name, given }: { name: keyof Drawing; given: never[] }) => {
  const draw = drawing[name] as (...given: never[]) => Promise<unknown>;
  const answer: Answer = await draw(...given).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(answer);
});
