/** Cancelling asks once more: in a dialog, or, before scripts run, in a fold that opens in place. */
import { useId, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, buttonClass } from '#ui/button.tsx';
import { useHydrated } from '#ui/hydrated.ts';

export type Cancelling = {
  intent: 'cancel-order' | 'cancel-reservation';
  id: string;
  /** The button that asks, 'Cancel order'. */
  label: string;
  /** What it is about, for those who hear the buttons one by one: 'ORD042'. */
  of: string;
  question: string;
  consequence: string;
};

export function ConfirmCancel(props: Cancelling) {
  const hydrated = useHydrated();
  return hydrated ? <InDialog {...props} /> : <InFold {...props} />;
}

function InFold(props: Cancelling) {
  return (
    <details>
      <summary className={buttonClass('quiet', 'small', 'list-none')}>
        {props.label}
        <span className="sr-only"> {props.of}</span>
      </summary>
      <div className="mt-2 max-w-sm rounded-surface bg-cream p-4">
        <p className="font-semibold">{props.question}</p>
        <p className="mt-1 mb-3 text-sm text-ink-soft">{props.consequence}</p>
        <CancelForm {...props} />
      </div>
    </details>
  );
}

function InDialog(props: Cancelling) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  return (
    <>
      <Button rank="quiet" size="small" onClick={() => dialog.current?.showModal()}>
        {props.label}
        <span className="sr-only"> {props.of}</span>
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="w-[min(26rem,calc(100vw-2rem))] rounded-surface bg-paper p-6 text-ink shadow-xl backdrop:bg-spruce-900/60"
      >
        <h2 id={title} className="text-xl">
          {props.question}
        </h2>
        <p className="mt-2 text-ink-soft">{props.consequence}</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button rank="secondary" onClick={() => dialog.current?.close()}>
            Keep it
          </Button>
          <CancelForm {...props} onSent={() => dialog.current?.close()} />
        </div>
      </dialog>
    </>
  );
}

function CancelForm({ intent, id, label, onSent }: Cancelling & { onSent?: () => void }) {
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('id') === id;
  return (
    <Form method="post" action="/orders" preventScrollReset onSubmit={() => onSent?.()}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" rank="danger" busy={isBusy} busyText="Cancelling…">
        {label}
      </Button>
    </Form>
  );
}
