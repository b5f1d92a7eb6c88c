/**
 * Renders the actions for selected rows: a form at the bottom edge whose buttons carry `intent`. Selecting 'all that
 * match' sends `all` and the list's filters (`query`) instead of ids, so that the server selects the rows. With scripts
 * turned off the bar is always visible; otherwise it appears with the first selected row, even before scripts run.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../button.tsx';
import { lostForms } from '../form/lost-forms.ts';
import { useHydrated } from '../hydrated.ts';
import { onPageReturn } from '../live/page-return.ts';

export type BulkAction = {
  intent: string;
  label: string;
  rank?: 'primary' | 'secondary' | 'danger';
  /**
   * Asks for confirmation in a dialog that says how many rows are affected. The dialog's button sends `confirmed` with
   * the intent; before scripts run only the intent is sent, and the page has to ask. `label` is the dialog's button, if
   * it differs.
   */
  asks?: { question(many: string): string; consequence: string; label?: string; fields?: ReactNode };
};

type Props = {
  /** The form's id, which the table's checkboxes refer to. */
  id: string;
  actions: readonly BulkAction[];
  /** The list's filters as a query string. */
  query: string;
  /** The state of the displayed list, including its position: a change clears the selection. */
  rowsOf: string;
  /** How many rows match, as text: '37 orders'. */
  matching: string;
  /** Singular and plural, for the dialogs: 'order', 'orders'. */
  nouns?: readonly [one: string, many: string];
  /** The form's action; the page itself by default. */
  action?: string;
  /** More fields of the form. */
  children?: ReactNode;
};

/** Resets when the list's state changes: the selection belongs to the previous rows. */
export function BulkBar(props: Props) {
  return <Bar key={props.rowsOf} {...props} />;
}

function Bar({ id, actions, query, matching, action, nouns = ['row', 'rows'], children }: Props) {
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const [ticked, setTicked] = useState(0);
  const [all, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isSending = navigation.formData?.get('bulk') === id;
  const wasSending = useRef(false);
  const lost = useRef(0);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  useEffect(() => {
    const count = () => setTicked(tickedBoxes(id));
    // A page restored from the browser's back/forward cache still has the selection it had when the user left.
    const stop = onPageReturn(() => {
      form.current?.reset();
      setAll(false);
      count();
    });
    document.addEventListener('change', count);
    return () => {
      document.removeEventListener('change', count);
      stop();
    };
  }, [id]);
  // Rows selected before scripts ran.
  useEffect(() => {
    const box = form.current?.elements.namedItem('all');
    if (box instanceof HTMLInputElement && box.checked) setAll(true);
  }, []);
  // After every render: live updates and paging remove rows along with their checkmarks.
  useEffect(() => setTicked(tickedBoxes(id)));
  useEffect(() => {
    // The action is done; the next one is for other rows. One whose request is lost is pressed again for these.
    if (wasSending.current && !isSending && lostForms() === lost.current) {
      form.current?.reset();
      setAll(false);
      setTicked(0);
      setAsked(null);
    }
    wasSending.current = isSending;
  }, [isSending]);
  const hidden = hydrated && ticked === 0 && !all;
  const sending = isSending
    ? (navigation.formData?.get('confirmed') ?? navigation.formData?.get('intent'))
    : null;
  const many = all ? matching : `${ticked} ${nouns[ticked === 1 ? 0 : 1]}`;
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      id={id}
      preventScrollReset
      onSubmit={() => {
        lost.current = lostForms();
      }}
      // Going back to a page must not restore its checkmarks.
      autoComplete="off"
      aria-label="Selected rows"
      data-bottom-bar={hidden ? undefined : ''}
      data-unscripted={hydrated ? undefined : ''}
      className={`bulk-bar sticky bottom-0 z-2 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-3 pt-3 pb-[calc(0.75rem+var(--edge-below))] print:hidden ${hidden ? 'hidden' : ''}`}
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
            type={hydrated && each.asks ? 'button' : 'submit'}
            name="intent"
            value={each.intent}
            onClick={hydrated && each.asks ? () => setAsked(each) : undefined}
            rank={each.rank ?? 'secondary'}
            size="small"
            // Set apart from what is pressed all day.
            className={each.rank === 'danger' ? 'min-h-11 sm:ml-8' : 'min-h-11'}
            busy={sending === each.intent}
          >
            {each.label}
          </Button>
        ))}
      </span>
      {asked?.asks ? (
        <Asking
          action={asked}
          question={asked.asks.question(many)}
          isBusy={sending === asked.intent}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Form>
  );
}

/** Part of the bar's form, so that the selected rows are submitted too. Open until the action is done. */
function Asking({
  action: { intent, label, rank, asks },
  question,
  isBusy,
  onClose,
}: {
  action: BulkAction;
  question: string;
  isBusy: boolean;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title} className="dialog" onClose={onClose}>
      <h2 id={title} className="text-xl">
        {question}
      </h2>
      <p className="mt-2 text-ink-soft">{asks?.consequence}</p>
      <div className="mt-6 flex flex-wrap items-end justify-end gap-3">
        {asks?.fields}
        <Button rank="secondary" onClick={() => dialog.current?.close()}>
          {label.startsWith('Cancel') ? 'Don’t cancel' : 'Cancel'}
        </Button>
        <Button type="submit" name="confirmed" value={intent} rank={rank ?? 'primary'} busy={isBusy}>
          {asks?.label ?? label}
        </Button>
      </div>
    </dialog>
  );
}

function tickedBoxes(form: string): number {
  return document.querySelectorAll(`input[name="ids"][form="${CSS.escape(form)}"]:checked`).length;
}
