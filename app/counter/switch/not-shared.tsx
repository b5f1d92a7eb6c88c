/** Renders what a shared tablet is, on one that is none yet, and the tablets that are. */
import { Form } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';

type Other = { id: string; name: string; by: string; since: string };

export function NotShared({ others }: { others: readonly Other[] }) {
  return (
    <>
      <h1 className="text-2xl">Share this tablet</h1>
      <p className="measure mt-2 mb-5 text-ink-soft">
        People take a shared tablet over with their own six-digit PIN, for the daily work alone. Everything
        they do is recorded as theirs. It locks when no one touches it.
      </p>
      <p className="flex flex-wrap items-center gap-3">
        <ButtonLink to="/counter/switch/share" className="min-h-14">
          Share this tablet
        </ButtonLink>
        <ButtonLink to="/counter" rank="quiet" className="min-h-14">
          Cancel
        </ButtonLink>
      </p>
      {others.length > 0 ? (
        <section aria-labelledby="shared" className="mt-8">
          <h2 id="shared" className="mb-2 text-lg">
            Shared tablets
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {others.map(({ id, name, by, since }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{name}</span>
                  <span className="figures block text-sm text-ink-soft">
                    {by}, {since}
                  </span>
                </span>
                <Form method="post">
                  <input type="hidden" name="intent" value="stop" />
                  <input type="hidden" name="tablet" value={id} />
                  <Button type="submit" rank="secondary" className="min-h-12">
                    Stop sharing<span className="sr-only"> {name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
