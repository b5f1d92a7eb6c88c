/**
 * What destroys asks first, naming what will go: in a dialog, or, before scripts run, in a fold that opens in
 * place. What can be undone does not ask; it offers Undo in a toast.
 *
 * ```tsx
 * <Confirm label="Cancel order" of="ORD042" question="Cancel order ORD042?"
 *   consequence="Its items go back on the shelf." fields={{ intent: 'cancel' }} />
 * ```
 * A page whose dialogs have fields of their own says what its action answered: the dialog then stays open until it
 * is done, and shows what was refused beside what was typed.
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
import type { FormRefusal } from './form/refusal.ts';
import { useHydrated } from './hydrated.ts';

export type ConfirmProps = {
  /** The button that asks, and the one that does: 'Cancel order'. */
  label: string;
  busyText?: string;
  /** What it is about, for those who hear the buttons one by one: 'ORD042'. */
  of: string;
  question: string;
  consequence: ReactNode;
  /** What is sent. */
  fields: Readonly<Record<string, string>>;
  /** Where to; the page itself when left out. */
  action?: string;
  /** How the asking button looks. */
  rank?: ButtonRank;
  /** Closes the dialog: 'Cancel', or 'Don’t cancel' where the action itself cancels. */
  keep?: string;
  /** Further fields, such as a reason. */
  children?: ReactNode;
};

/** What was refused, and of which dialog; null for nothing. */
type Answer = { intent: string; refusal: FormRefusal } | null;

/** undefined: the page answers otherwise, and dialogs close as they send. */
const AnswerContext = createContext<Answer | undefined>(undefined);
export const ConfirmAnswer = AnswerContext.Provider;

const RefusalContext = createContext<FormRefusal | undefined>(undefined);

/** For a field of a dialog: what was typed, and what is wrong with it. */
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
  // The fold is still there in the first effect: opened before scripts ran, it goes on as the dialog.
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

/** `stays`: open until what was sent is done. */
type Inner = ConfirmProps & { stays: boolean };

/** A quiet button stands in a row of small ones; one with a frame stands beside others of the normal size. */
const sizeOf = (rank: ButtonRank = 'quiet') => (rank === 'quiet' ? 'small' : 'normal');

function InFold({ fold, ...props }: Inner & { fold: RefObject<HTMLDetailsElement | null> }) {
  const refusal = useContext(RefusalContext);
  return (
    // In a line like the button that takes its place.
    <details ref={fold} className="inline-block max-w-full" open={refusal !== undefined}>
      <summary className={buttonClass(props.rank ?? 'quiet', sizeOf(props.rank), 'list-none min-h-11')}>
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

/** `isOpen` from its first appearance. */
function InDialog({ isOpen, ...props }: Inner & { isOpen: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const close = () => dialog.current?.close();
  const isBusy = useIsSending(props.fields);
  const refusal = useContext(RefusalContext);
  const wasBusy = useRef(false);
  const shown = useRef<FormRefusal>(undefined);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
  }, [isOpen]);
  useEffect(() => {
    // A refusal that came with the page opens it; one that was closed stays closed.
    if (refusal && refusal !== shown.current && !dialog.current?.open) dialog.current?.showModal();
    else if (wasBusy.current && !isBusy && !refusal) dialog.current?.close();
    shown.current = refusal;
    wasBusy.current = isBusy;
  }, [refusal, isBusy]);
  return (
    <>
      <Button
        rank={props.rank ?? 'quiet'}
        size={sizeOf(props.rank)}
        className="min-h-11"
        onClick={({ currentTarget }) => {
          // Not every browser gives the focus to what is pressed, and it comes back to here.
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
      <Button type="submit" rank="danger" busy={isBusy} busyText={busyText}>
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
