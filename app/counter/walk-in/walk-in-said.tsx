/** Renders what the server says about scans and presses of a walk-in. A refusal stays until the next one. */
import type { FetcherWithComponents } from 'react-router';
import { Button } from '#ui/button.tsx';
import { CircleAlert, CircleCheck } from '#ui/icons.ts';
import { type PackAnswer, unansweredRefusal } from '../packing/pack-answer.ts';

/** Three lines high: a long name at 768 px. */
const box = 'figures flex min-h-24 items-center gap-3 rounded-control px-4 py-2 text-base leading-6';

export function WalkInSaid({
  said,
  fetcher,
  clear,
}: {
  said: readonly PackAnswer[];
  fetcher: FetcherWithComponents<PackAnswer>;
  clear: () => void;
}) {
  const last = said.at(-1);
  const refused = said.filter((answer) => answer.kind !== 'done');
  const isDone = last?.kind === 'done' && refused.length === 0;
  return (
    <>
      {/* It takes the room of what is said next, so that 'Add' does not move under a finger. */}
      {isDone || refused.length > 0 ? null : (
        <p className={`${box} bg-cream text-ink-soft noscript:hidden`}>
          Scan each unit, or search for a product.
        </p>
      )}
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
            {answer.kind === 'unanswered' ? (
              <fetcher.Form method="post" onSubmit={clear} className="mt-3">
                {Object.entries(answer.values).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <Button type="submit" className="min-h-12" busy={fetcher.state !== 'idle'}>
                  Try again
                </Button>
              </fetcher.Form>
            ) : null}
          </div>
        );
      })}
    </>
  );
}
