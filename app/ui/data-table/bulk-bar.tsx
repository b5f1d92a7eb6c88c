/**
 * What can be done with the ticked rows: a form at the bottom edge whose buttons carry `intent`. Ticking 'all
 * that match' sends `all` and the list's filters (`query`) instead of ids, so that the server selects. Without
 * scripts the bar is always there; with them it appears with the first tick and says how many.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../button.tsx';
import { useHydrated } from '../hydrated.ts';

export type BulkAction = { intent: string; label: string; rank?: 'primary' | 'secondary' | 'danger' };

type Props = {
  /** The form's id, which the table's checkboxes name. */
  id: string;
  actions: readonly BulkAction[];
  /** The list's filters as a query string. */
  query: string;
  /** How many rows match, as words: '37 orders'. */
  matching: string;
  /** Where it is sent; the page itself when left out. */
  action?: string;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** Begins anew with other filters: what was ticked, or 'all', was meant of those before. */
export function BulkBar(props: Props) {
  return <Bar key={props.query} {...props} />;
}

function Bar({ id, actions, query, matching, action, children }: Props) {
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const [ticked, setTicked] = useState(0);
  const [all, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isSending = navigation.formData?.get('bulk') === id;
  const wasSending = useRef(false);
  useEffect(() => {
    const count = () => setTicked(tickedBoxes(id));
    document.addEventListener('change', count);
    return () => document.removeEventListener('change', count);
  }, [id]);
  // After every drawing: live updates and paging take rows away together with their ticks.
  useEffect(() => setTicked(tickedBoxes(id)));
  useEffect(() => {
    if (wasSending.current && !isSending) {
      // Done with them: what follows is for other rows.
      form.current?.reset();
      setAll(false);
      setTicked(0);
    }
    wasSending.current = isSending;
  }, [isSending]);
  const hidden = hydrated && ticked === 0 && !all;
  const sending = isSending ? navigation.formData?.get('intent') : null;
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      id={id}
      preventScrollReset
      aria-label="Selected rows"
      data-bottom-bar={hidden ? undefined : ''}
      className={`sticky bottom-0 z-2 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-3 py-3 print:hidden ${hidden ? 'hidden' : ''}`}
    >
      <input type="hidden" name="bulk" value={id} />
      <input type="hidden" name="query" value={query} />
      <p role="status" className="figures font-medium">
        {hydrated ? (all ? `${matching} selected` : `${ticked} selected`) : 'Selected rows'}
      </p>
      <label className="inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name="all"
          value="1"
          checked={hydrated ? all : undefined}
          onChange={(event) => setAll(event.currentTarget.checked)}
          className="size-4.5 accent-spruce-700"
        />
        All that match ({matching})
      </label>
      {children}
      <span className="flex flex-wrap gap-2 sm:ml-auto">
        {actions.map((each) => (
          <Button
            key={each.intent}
            type="submit"
            name="intent"
            value={each.intent}
            rank={each.rank ?? 'secondary'}
            size="small"
            className="min-h-11"
            busy={sending === each.intent}
          >
            {each.label}
          </Button>
        ))}
      </span>
    </Form>
  );
}

function tickedBoxes(form: string): number {
  return document.querySelectorAll(`input[name="ids"][form="${CSS.escape(form)}"]:checked`).length;
}
