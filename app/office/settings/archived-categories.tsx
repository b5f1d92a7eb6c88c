/** Renders the archived categories, each with a button that restores it. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { ArchivedCategory } from './menu-categories-queries.server.ts';

export function ArchivedCategories({ archived }: { archived: readonly ArchivedCategory[] }) {
  if (archived.length === 0) return null;
  return (
    <section aria-labelledby="archived" className="mt-10 max-w-xl">
      <h2 id="archived" className="text-xl">
        Archived
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {archived.map(({ id, name, mergedInto, undo }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 break-words">
              {name}
              {mergedInto ? <span className="text-ink-soft"> · merged into {mergedInto}</span> : null}
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="category" value={id} />
              {undo ? <input type="hidden" name="batch" value={undo} /> : null}
              <Button
                type="submit"
                name="intent"
                value={undo ? 'undo-merge' : 'bring-back'}
                rank="quiet"
                size="small"
                className="min-h-11"
              >
                {undo ? 'Undo merge' : mergedInto ? 'Restore without products' : 'Restore'}
                <span className="sr-only"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
