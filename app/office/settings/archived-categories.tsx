/** Renders the archived categories, each with a button that restores it. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';

export function ArchivedCategories({ archived }: { archived: readonly { id: number; name: string }[] }) {
  if (archived.length === 0) return null;
  return (
    <section aria-labelledby="archived" className="mt-10 max-w-xl">
      <h2 id="archived" className="text-xl">
        Archived
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {archived.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 break-words">{name}</span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="category" value={id} />
              <Button
                type="submit"
                name="intent"
                value="bring-back"
                rank="quiet"
                size="small"
                className="min-h-11"
              >
                Restore<span className="sr-only"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
