/**
 * What destroys asks first, naming what will go: in a dialog, or, before scripts run, in a fold that opens in
 * place. What can be undone does not ask; it offers Undo in a toast.
 *
 * ```tsx
 * <Confirm label="Cancel order" of="ORD042" question="Cancel order ORD042?"
 *   consequence="Its items go back on the shelf." fields={{ intent: 'cancel' }} />
 * ```
 */
import { type ReactNode, useId, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, type ButtonRank, buttonClass } from './button.tsx';
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
  /** Says no: 'Keep it'. */
  keep?: string;
  /** Further fields, such as a reason. */
  children?: ReactNode;
};

export function Confirm(props: ConfirmProps) {
  const hydrated = useHydrated();
  return hydrated ? <InDialog {...props} /> : <InFold {...props} />;
}

/** A quiet button stands in a row of small ones; one with a frame stands beside others of the normal size. */
const sizeOf = (rank: ButtonRank = 'quiet') => (rank === 'quiet' ? 'small' : 'normal');

function InFold(props: ConfirmProps) {
  return (
    <details>
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

function InDialog(props: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  return (
    <>
      <Button
        rank={props.rank ?? 'quiet'}
        size={sizeOf(props.rank)}
        className="min-h-11"
        onClick={() => dialog.current?.showModal()}
      >
        {props.label}
        <span className="sr-only"> {props.of}</span>
      </Button>
      <dialog ref={dialog} aria-labelledby={title} className="dialog">
        <h2 id={title} className="text-xl">
          {props.question}
        </h2>
        <p className="mt-2 text-ink-soft">{props.consequence}</p>
        <ConfirmForm {...props} onSent={() => dialog.current?.close()}>
          {props.children}
          <Button rank="secondary" onClick={() => dialog.current?.close()}>
            {props.keep ?? 'Keep it'}
          </Button>
        </ConfirmForm>
      </dialog>
    </>
  );
}

function ConfirmForm({
  fields,
  action,
  label,
  busyText,
  children,
  onSent,
}: ConfirmProps & { onSent?: () => void }) {
  const navigation = useNavigation();
  const entries = Object.entries(fields);
  const isBusy =
    navigation.formData !== undefined &&
    entries.every(([name, value]) => navigation.formData?.get(name) === value);
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      onSubmit={() => onSent?.()}
      className="mt-6 flex flex-wrap items-end justify-end gap-3"
    >
      {entries.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" rank="danger" busy={isBusy} busyText={busyText}>
        {label}
      </Button>
    </Form>
  );
}
