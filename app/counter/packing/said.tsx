/** Renders what the server says about scans and presses. A refusal stays, in large type, until the next scan. */
import type { ReactNode } from 'react';
import type { FetcherWithComponents } from 'react-router';
import { Button } from '#ui/button.tsx';
import { CircleAlert, CircleCheck } from '#ui/icons.ts';
import { type PackAnswer, type PackRefusal, unansweredRefusal } from './pack-answer.ts';

type Props = {
  said: readonly PackAnswer[];
  fetcher: FetcherWithComponents<PackAnswer>;
  clear: () => void;
  /** What to do while nothing is said; null for nothing. It takes the room of what is said next, so that no button moves. */
  hint: string | null;
  /** The height of that room, where names take several lines. */
  room?: string;
  /** What to do about a refusal, below its text. */
  ways?: (refusal: PackRefusal) => ReactNode;
};

export function Said({ said, fetcher, clear, hint, room = 'p-4 text-lg', ways }: Props) {
  const box = `figures flex items-center gap-3 rounded-control ${room}`;
  const last = said.at(-1);
  const refused = said.filter((answer) => answer.kind !== 'done');
  const isDone = last?.kind === 'done' && refused.length === 0;
  return (
    <>
      {hint !== null && refused.length === 0 && !isDone ? (
        <p className={`${box} bg-cream text-ink-soft noscript:hidden`}>{hint}</p>
      ) : null}
      <p role="status" className={isDone ? `${box} bg-spruce-100 font-semibold` : 'sr-only'}>
        {last?.kind === 'done' ? (
          <>
            <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-spruce-700" />
            {last.text}
          </>
        ) : null}
      </p>
      {refused.map((answer, place) => {
        const { title, text } = answer.kind === 'refused' ? answer : unansweredRefusal;
        return (
          <div
            // Answers only ever follow each other.
            // biome-ignore lint/suspicious/noArrayIndexKey: two refusals may be equal.
            key={place}
            role="alert"
            className="rounded-control border-l-8 border-clay-700 bg-clay-100 p-4"
          >
            <p className="flex items-center gap-3 text-2xl font-semibold text-clay-700">
              <CircleAlert aria-hidden="true" className="size-8 shrink-0" />
              {title}
            </p>
            <p className="mt-1 text-lg wrap-anywhere">{text}</p>
            {answer.kind === 'refused' ? (
              ways?.(answer)
            ) : (
              <fetcher.Form method="post" onSubmit={clear} className="mt-3">
                {Object.entries(answer.values).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <Button type="submit" className="min-h-12" busy={fetcher.state !== 'idle'}>
                  Try again
                </Button>
              </fetcher.Form>
            )}
          </div>
        );
      })}
    </>
  );
}
