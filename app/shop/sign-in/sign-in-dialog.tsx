/**
 * Renders sign-in and sign-up over the current page. A native dialog: it traps the focus, Esc closes it, and the focus
 * returns to where it was. Loads when first opened.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { useFetcher, useLocation, useNavigate } from 'react-router';
import type { OfferedProvider } from '#core/accounts/identity/providers/provider.ts';
import { type LoginMode, secondFactorPath } from '#core/accounts/identity/sessions/return-path.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { X } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import type { LoginAnswer } from './login-answer.ts';
import { loginTitles, SignInFields } from './sign-in-form.tsx';

type Props = {
  mode: LoginMode;
  providers: readonly OfferedProvider[];
  onClose(): void;
  /** A page to go to afterwards; without one the visitor stays on the current page. */
  returnTo?: string | null;
};

export default function SignInDialog({ mode: opened, providers, onClose, returnTo = null }: Props) {
  const [mode, setMode] = useState(opened);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  // A fetcher per mode, so that the errors of one do not show in the other.
  const fetcherKey = `sign-in-dialog-${mode}`;
  const fetcher = useFetcher<LoginAnswer>({ key: fetcherKey });
  const navigate = useNavigate();
  const toast = useToast();
  const { pathname, search } = useLocation();
  const answer = fetcher.data;
  const refusal = answer && !answer.ok ? answer : undefined;

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => {
    if (!answer?.ok) return;
    if (answer.ok === 'second-factor') {
      dialog.current?.close();
      navigate(secondFactorPath(answer.to ?? pathname + search, mode));
      return;
    }
    toast.show(answer.message, { tone: answer.tone });
    dialog.current?.close();
    if (answer.to !== null) navigate(answer.to);
  }, [answer, toast, navigate, mode, pathname, search]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      // The close event fires a moment later; the dialog may have reopened by then.
      onClose={() => dialog.current?.open || onClose()}
      className="max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-surface bg-paper p-6 backdrop:bg-spruce-900/60 sm:p-8"
    >
      <div className="mb-5 flex items-start justify-between gap-4">
        <h2 id={title} className="text-2xl">
          {loginTitles[mode]}
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-cream"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <CheckedForm
        // Not the fetcher's own form: each mode has a different one, so the email would be lost.
        navigate={false}
        fetcherKey={fetcherKey}
        action="/login"
        refusal={refusal}
        idPrefix="dialog-"
        className="flex flex-col gap-5"
      >
        <SignInFields
          mode={mode}
          door="dialog"
          // A sign-up continues from the mail, which leads back to the page where it started.
          returnTo={returnTo ?? (mode === 'signup' ? pathname + search : null)}
          refusal={refusal}
          busy={fetcher.state !== 'idle'}
          providers={providers}
          onToggle={setMode}
        />
      </CheckedForm>
    </dialog>
  );
}
