/**
 * What can be done with the ticked rows: a form at the bottom edge whose buttons carry `intent`. Ticking 'all
 * that match' sends `all` and the list's filters (`query`) instead of ids, so that the server selects. Where scripts
 * are switched off the bar is always there; elsewhere it appears with the first tick, also before scripts run.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../button.tsx';
import { useHydrated } from '../hydrated.ts';

export type BulkAction = {
  intent: string;
  label: string;
  rank?: 'primary' | 'secondary' | 'danger';
  /**
   * Asks first, in a dialog that names how many. Its button sends `confirmed` with the intent; before scripts run the
   * intent comes alone, and the page has to ask.
   */
  asks?: { question(many: string): string; consequence: string; fields?: ReactNode };
};

type Props = {
  /** The form's id, which the table's checkboxes name. */
  id: string;
  actions: readonly BulkAction[];
  /** The list's filters as a query string. */
  query: string;
  /** The state of the list whose rows are shown, with its position: another one clears the selection. */
  rowsOf: string;
  /** How many rows match, as words: '37 orders'. */
  matching: string;
  /** One of them and several, for the dialogs: 'order', 'orders'. */
  nouns?: readonly [one: string, many: string];
  /** Where it is sent; the page itself when left out. */
  action?: string;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** Starts over with another state of the list: what was selected belongs to the rows before. */
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
  useEffect(() => {
    const count = () => setTicked(tickedBoxes(id));
    // A page that the browser kept whole comes back with what was selected when it was left.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      form.current?.reset();
      setAll(false);
      count();
    };
    document.addEventListener('change', count);
    window.addEventListener('pageshow', returned);
    return () => {
      document.removeEventListener('change', count);
      window.removeEventListener('pageshow', returned);
    };
  }, [id]);
  // Ticked before scripts ran.
  useEffect(() => {
    const box = form.current?.elements.namedItem('all');
    if (box instanceof HTMLInputElement && box.checked) setAll(true);
  }, []);
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
  const [asked, setAsked] = useState<BulkAction | null>(null);
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
      // Going back to a page must not bring its ticks back.
      autoComplete="off"
      aria-label="Selected rows"
      data-bottom-bar={hidden ? undefined : ''}
      data-unscripted={hydrated ? undefined : ''}
      className={`bulk-bar sticky bottom-0 z-2 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-3 py-3 print:hidden ${hidden ? 'hidden' : ''}`}
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
            className="min-h-11"
            busy={sending === each.intent}
          >
            {each.label}
          </Button>
        ))}
      </span>
      {asked?.asks ? (
        <Asking action={asked} question={asked.asks.question(many)} onClose={() => setAsked(null)} />
      ) : null}
    </Form>
  );
}

/** A part of the bar's form, so that the rows that are ticked go along. */
function Asking({
  action: { intent, label, rank, asks },
  question,
  onClose,
}: {
  action: BulkAction;
  question: string;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    // Sent, or given up: either way the question is over.
    const form = dialog.current?.closest('form');
    const close = () => dialog.current?.close();
    form?.addEventListener('submit', close);
    return () => form?.removeEventListener('submit', close);
  }, []);
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
        <Button type="submit" name="confirmed" value={intent} rank={rank ?? 'primary'}>
          {label}
        </Button>
      </div>
    </dialog>
  );
}

function tickedBoxes(form: string): number {
  return document.querySelectorAll(`input[name="ids"][form="${CSS.escape(form)}"]:checked`).length;
}
