/** Renders the choice of a list's columns: boxes in a form that works without scripts. */
import { Form, useNavigation } from 'react-router';
import { mayHide } from '#core/ground/saved-views/list-columns.ts';
import { Button } from '#ui/button.tsx';
import { ChevronDown } from '#ui/icons.ts';

/** The route that saves the choice; it redirects to the list. */
const COLUMNS = '/admin/columns';

type Props = {
  /** The list's name and address, and its state without '?'. */
  list: string;
  path: string;
  query: string;
  columns: readonly { head: string; primary?: boolean }[];
  hidden: readonly string[];
};

export function ChooseColumns({ list, path, query, columns, hidden }: Props) {
  const navigation = useNavigation();
  const isBusy = navigation.formAction === COLUMNS;
  const choices = columns.filter(mayHide);
  const left = choices.filter(({ head }) => hidden.includes(head)).length;
  return (
    // Closed again once the list has the chosen columns.
    <details key={hidden.join()} className="relative hidden md:block print:hidden">
      <summary className="inline-flex min-h-11 list-none items-center gap-1 rounded-control px-3 text-sm text-spruce-700 hover:bg-cream">
        Columns{left > 0 ? `, ${left} hidden` : ''} <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <Form
        method="post"
        action={COLUMNS}
        preventScrollReset
        className="absolute right-0 z-3 mt-1 w-60 rounded-surface bg-paper p-4 shadow-lg ring-1 ring-line"
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="query" value={query} />
        <fieldset>
          <legend className="sr-only">Columns to show</legend>
          {choices.map(({ head }) => (
            <label key={head} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input type="hidden" name="of" value={head} />
              <input
                type="checkbox"
                name="shown"
                value={head}
                defaultChecked={!hidden.includes(head)}
                className="size-4.5 accent-spruce-700"
              />
              {head}
            </label>
          ))}
        </fieldset>
        <Button type="submit" size="small" busy={isBusy} busyText="Saving…" className="mt-3 min-h-11 w-full">
          Save columns
        </Button>
      </Form>
    </details>
  );
}
