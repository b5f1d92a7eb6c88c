/**
 * Renders one button for one picture, which a phone also offers to take with its camera. Without scripts it is the file
 * input of a plain form (`<form method="post" encType="multipart/form-data">`) with a button that submits it. With
 * scripts choosing a picture sends it at once, and `UploadForm` shows the progress:
 *
 *     <UploadForm action="/account/license" onDone={(answer) => …}>
 *       {(progress) => (
 *         <UploadField name="picture" label="Upload license photo" hint="JPEG or PNG." progress={progress} />
 *       )}
 *     </UploadForm>
 *
 * The server decides whether it is a picture (`platform/uploads`); `accept` only makes iPhones convert to JPEG.
 */
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Camera } from '#ui/icons.ts';
import { Button } from './button.tsx';
import { controlClass } from './field.tsx';
import { sendForm } from './form/send-form.ts';

/** What an upload says that got no answer; the file stays chosen. */
const UPLOAD_LOST = 'Failed to save changes: no answer from the shop. The file is still chosen. Try again.';

/** Exactly these two: with HEIC or WebP in the list, iPhones do not convert the picture before they upload it. */
const ACCEPT = 'image/jpeg,image/png';

export function UploadField({
  label,
  hint,
  errors,
  name,
  progress = null,
}: {
  /** What the button does: 'Upload license photo'. It stays while sending, because it names the field. */
  label: string;
  hint: ReactNode;
  errors?: readonly string[] | undefined;
  name: string;
  /** From 0 to 1 while uploading; null before and after. */
  progress?: number | null;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const error = errors?.[0];
  const isSending = progress !== null;
  const isLost = error === UPLOAD_LOST;

  // Chosen before the page's scripts ran.
  useEffect(() => {
    if (input.current?.files?.length) input.current.form?.requestSubmit();
  }, []);
  useEffect(() => {
    // The same file again must count as a choice after a refusal.
    if (!isSending && !isLost && input.current) input.current.value = '';
  }, [isSending, isLost]);

  return (
    <div className="relative">
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        accept={ACCEPT}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`peer ${controlClass} file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink [@media(scripting:enabled)]:sr-only`}
      />
      <label
        htmlFor={id}
        aria-disabled={isSending || undefined}
        className="button button-normal button-secondary peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ochre-500 noscript:hidden"
      >
        <Camera aria-hidden="true" className="size-4" /> {label}
      </label>
      <Button type="submit" rank="secondary" className="mt-3 hidden noscript:inline-flex">
        {label}
      </Button>
      <p id={`${id}-hint`} className="mt-2 text-sm text-ink-soft">
        {hint}
      </p>
      <p role="alert" id={`${id}-error`} className="mt-2 text-sm font-medium text-clay-700 empty:hidden">
        {error}
      </p>
      {isLost && !isSending ? (
        <Button type="submit" rank="secondary" className="mt-3">
          Try again
        </Button>
      ) : null}
      <UploadProgress progress={progress} label={label} />
    </div>
  );
}

function UploadProgress({ progress, label }: { progress: number | null; label: string }) {
  if (progress === null) return null;
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-pill bg-spruce-100 outline outline-transparent"
      >
        <div
          style={{ width: `${percent}%` }}
          className="h-full rounded-pill bg-spruce-500 transition-[width] forced-colors:bg-[Highlight]"
        />
      </div>
      <p role="status" className="figures mt-1 text-sm text-ink-soft">
        {percent < 100 ? `${percent}% uploaded` : 'Uploaded. Processing the picture…'}
      </p>
    </div>
  );
}

/** `answer` is the server's JSON response; a `message` of ours if it sent none. */
export type UploadAnswer = { status: number; answer: unknown };

/** The form around the field. `progress` is from 0 to 1 while the form uploads; null before and after. */
export function UploadForm({
  action,
  onDone,
  children,
}: {
  action: string;
  onDone: (answer: UploadAnswer) => void;
  children: (progress: number | null) => ReactNode;
}) {
  const { send, progress } = useUpload({ onDone });
  return (
    <form method="post" encType="multipart/form-data" action={action} onSubmit={send}>
      {children(progress)}
    </form>
  );
}

/** Sends a form with its file and reports progress. Leaving the page aborts the upload. */
function useUpload({ onDone }: { onDone: (answer: UploadAnswer) => void }): {
  send: NonNullable<ComponentProps<'form'>['onSubmit']>;
  progress: number | null;
} {
  const [progress, setProgress] = useState<number | null>(null);
  const abort = useRef<(() => void) | null>(null);
  useEffect(() => () => abort.current?.(), []);

  const send: NonNullable<ComponentProps<'form'>['onSubmit']> = (event) => {
    event.preventDefault();
    if (abort.current) return;
    const form = event.currentTarget;
    setProgress(0);
    abort.current = sendForm(form.action, new FormData(form), {
      onProgress: setProgress,
      onDone: ({ status, answer }) => {
        abort.current = null;
        setProgress(null);
        onDone({ status, answer: answer ?? { message: UPLOAD_LOST } });
      },
    });
  };
  return { send, progress };
}
