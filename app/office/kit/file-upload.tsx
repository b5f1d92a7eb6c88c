/** Renders an inline file upload: a picture, a certificate, a price list, the state’s file. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { useToast } from '#ui/toast.tsx';
import { type UploadAnswer, UploadForm } from '#ui/upload-field.tsx';

/** What the upload routes answer to a script. */
export type UploadSaid = { message: string };

export function FileUpload({
  action,
  field,
  label,
  hint,
  accept,
  submit,
  children,
}: {
  action: string;
  /** Name of the file input. */
  field: string;
  label: ReactNode;
  hint: string;
  accept: string;
  submit: string;
  /** More fields. */
  children?: ReactNode;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const revalidator = useRevalidator();
  const toast = useToast();
  const onDone = ({ status, answer }: UploadAnswer) => {
    const said = (answer as UploadSaid).message;
    if (status !== 200) return setError(said);
    setError(null);
    if (input.current) input.current.value = '';
    toast.show(said, { tone: 'success' });
    void revalidator.revalidate();
  };
  return (
    <UploadForm action={action} onDone={onDone}>
      {(progress) => (
        <div className="flex max-w-md flex-col gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            name={field}
            accept={accept}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            className={`${controlClass} file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink`}
          />
          <p id={`${id}-hint`} className="text-xs text-ink-soft">
            {hint}
          </p>
          {error ? (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium text-clay-700">
              {error}
            </p>
          ) : null}
          {children}
          <div>
            <Button
              type="submit"
              rank="secondary"
              size="small"
              className="min-h-11"
              busy={progress !== null}
              busyText={progress !== null && progress < 1 ? `${Math.round(progress * 100)}% sent` : 'Saving…'}
            >
              {submit}
            </Button>
          </div>
        </div>
      )}
    </UploadForm>
  );
}
