/**
 * Asks before a destructive action and names what will be deleted: in a dialog, or, before scripts run, in a disclosure
 * that opens in place. Actions that can be undone do not ask; they offer Undo in a toast.
 *
 * ```tsx
 * <Confirm label="Cancel order" of="ORD042" question="Cancel order ORD042?"
 *   consequence="Its items go back on the shelf." fields={{ intent: 'cancel' }} />
 * ```
 * A page whose dialogs have input fields passes on what its action answered: the dialog then stays open until the
 * action succeeds, and shows errors beside the entered values.
 *
 * ```tsx
 * <ConfirmAnswer value={answer?.refusal ? { intent: answer.intent, refusal: answer.refusal } : null}> … </ConfirmAnswer>
 * ```
 */
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, type ButtonRank, buttonClass } from './button.tsx';
import { CheckedForm } from './form/checked-form.tsx';
import { lostForms } from './form/lost-forms.ts';
import type { FormRefusal } from './form/refusal.ts';
import { useHydrated } from './hydrated.ts';

export type ConfirmProps = {
  /** The label of the opening button and of the submit button: 'Cancel order'. */
  label: string;
  busyText?: string;
  /** What it is about, for screen reader users who move from button to button: 'ORD042'. */
  of: string;
  question: string;
  consequence: ReactNode;
  /** The fields to submit. */
  fields: Readonly<Record<string, string>>;
  /** The form's action; the page itself by default. */
  action?: string;
  /** The style of the opening button. */
  rank?: ButtonRank;
  /** The style of the button that does it; 'danger' by default. */
  submitRank?: ButtonRank;
  /** Whether the opening button is as wide as its place. */
  isWide?: boolean;
  /** The letter that presses the opening button in a list (`use-table-keys`). */
  shortcut?: string;
  /** Closes the dialog: 'Cancel', or 'Don’t cancel' where the action itself cancels. */
  keep?: string;
  /** More fields, such as a reason. */
  children?: ReactNode;
};

/** The refusal and the dialog it belongs to; null if there is no refusal. */
type Answer = { intent: string; refusal: FormRefusal } | null;

/** undefined: the page shows its answers elsewhere, and dialogs close when they submit. */
const AnswerContext = createContext<Answer | undefined>(undefined);
export const ConfirmAnswer = AnswerContext.Provider;

const RefusalContext = createContext<FormRefusal | undefined>(undefined);

/** For a field of a dialog: the entered value and its errors. */
export function useRefused(name: string): { defaultValue?: string; errors?: readonly string[] } {
  const refusal = useContext(RefusalContext);
  return { defaultValue: refusal?.values[name], errors: refusal?.errors[name] };
}

export function Confirm(props: ConfirmProps) {
  const hydrated = useHydrated();
  const answer = useContext(AnswerContext);
  const refusal = answer && answer.intent === props.fields.intent ? answer.refusal : undefined;
  const stays = answer !== undefined;
  const fold = useRef<HTMLDetailsElement>(null);
  const [wasOpenEarly, setOpenEarly] = useState(false);
  // The disclosure still exists in the first effect: if it was opened before scripts ran, it continues as the dialog.
  useEffect(() => setOpenEarly(fold.current?.open === true), []);
  return (
    <RefusalContext value={refusal}>
      {hydrated ? (
        <InDialog {...props} stays={stays} isOpen={wasOpenEarly} />
      ) : (
        <InFold {...props} stays={stays} fold={fold} />
      )}
    </RefusalContext>
  );
}

/** `stays`: open until the submission succeeds. */
type Inner = ConfirmProps & { stays: boolean };

/** Quiet buttons belong in a row of small buttons, framed ones beside normal-sized buttons. */
const sizeOf = (rank: ButtonRank = 'quiet') => (rank === 'quiet' ? 'small' : 'normal');

const openerClass = ({ isWide }: ConfirmProps) => (isWide ? 'min-h-12 w-full' : 'min-h-11');

function InFold({ fold, ...props }: Inner & { fold: RefObject<HTMLDetailsElement | null> }) {
  const refusal = useContext(RefusalContext);
  return (
    // Inline, like the button that replaces it.
    <details
      ref={fold}
      className={props.isWide ? 'block' : 'inline-block max-w-full'}
      open={refusal !== undefined}
    >
      <summary
        className={buttonClass(props.rank ?? 'quiet', sizeOf(props.rank), `list-none ${openerClass(props)}`)}
      >
        {props.label}
        <span className="sr-only"> {props.of}</span>
      </summary>
      <div className="mt-2 max-w-sm rounded-surface bg-cream p-4">
        <p className="font-semibold">{props.question}</p>
        <p className="mt-1 mb-3 text-sm text-ink-soft">{props.consequence}</p>
        <ConfirmForm {...props} />
      </div>
    </details>
  );
}

/** `isOpen` from the first render. */
function InDialog({ isOpen, ...props }: Inner & { isOpen: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const close = () => dialog.current?.close();
  const isBusy = useIsSending(props.fields);
  const refusal = useContext(RefusalContext);
  const wasBusy = useRef(false);
  const shown = useRef<FormRefusal>(undefined);
  const lost = useRef(0);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
  }, [isOpen]);
  useEffect(() => {
    // A refusal in the page's first response opens the dialog; after the user closes it, it stays closed.
    if (refusal && refusal !== shown.current && !dialog.current?.open) dialog.current?.showModal();
    else if (wasBusy.current && !isBusy && !refusal && lostForms() === lost.current) dialog.current?.close();
    shown.current = refusal;
    lost.current = lostForms();
    wasBusy.current = isBusy;
  }, [refusal, isBusy]);
  return (
    <>
      <Button
        rank={props.rank ?? 'quiet'}
        size={sizeOf(props.rank)}
        className={openerClass(props)}
        data-key={props.shortcut}
        onClick={({ currentTarget }) => {
          // Not every browser focuses a pressed button, and focus returns here.
          currentTarget.focus();
          dialog.current?.showModal();
        }}
      >
        {props.label}
        <span className="sr-only"> {props.of}</span>
      </Button>
      <dialog ref={dialog} aria-labelledby={title} className="dialog">
        <h2 id={title} className="text-xl">
          {props.question}
        </h2>
        <p className="mt-2 text-ink-soft">{props.consequence}</p>
        <ConfirmForm {...props} onSent={props.stays ? undefined : close}>
          {props.children}
          <Button rank="secondary" onClick={close}>
            {props.keep ?? (props.label.startsWith('Cancel') ? 'Don’t cancel' : 'Cancel')}
          </Button>
        </ConfirmForm>
      </dialog>
    </>
  );
}

function useIsSending(fields: ConfirmProps['fields']): boolean {
  const { formData } = useNavigation();
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  );
}

function ConfirmForm({
  fields,
  action,
  label,
  busyText,
  submitRank = 'danger',
  children,
  stays,
  onSent,
}: Inner & { onSent?: () => void }) {
  const isBusy = useIsSending(fields);
  const refusal = useContext(RefusalContext);
  const prefix = `${useId()}-`;
  const className = 'mt-6 flex flex-wrap items-end justify-end gap-3';
  const inside = (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" rank={submitRank} busy={isBusy} busyText={busyText}>
        {label}
      </Button>
    </>
  );
  if (stays)
    return (
      <CheckedForm
        action={action}
        refusal={refusal}
        idPrefix={prefix}
        preventScrollReset
        className={className}
      >
        {inside}
      </CheckedForm>
    );
  return (
    <Form method="post" action={action} preventScrollReset onSubmit={() => onSent?.()} className={className}>
      {inside}
    </Form>
  );
}
