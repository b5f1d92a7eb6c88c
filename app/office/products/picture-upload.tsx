/** Renders an inline file upload: the picture of a row, a picture of a product, a certificate. */
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

/** The picture of an inventory row; the upload is collapsed until staff change it. */
export function RowPicture({ id, name, picture }: { id: number; name: string; picture: string | null }) {
  return (
    <div className="flex items-start gap-2 md:flex-col md:gap-0 min-[90rem]:flex-row min-[90rem]:gap-2 min-[90rem]:min-w-24">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={32}
          height={40}
          loading="lazy"
          className="h-10 w-8 max-w-none shrink-0 rounded bg-cream object-contain"
        />
      ) : (
        <span className="grid h-10 w-8 place-items-center rounded bg-cream text-xs text-ink-soft">none</span>
      )}
      <details
        className="md:relative"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !event.currentTarget.open) return;
          event.stopPropagation();
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary className="-my-1 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
          {picture ? 'Change' : 'Add'}
          <span className="sr-only"> the image of {name}</span>
        </summary>
        <div className="mt-2 w-64 text-left whitespace-normal md:absolute md:top-full md:left-0 md:z-3 md:rounded-surface md:bg-surface md:p-4 md:shadow-lg md:inset-ring md:inset-ring-line">
          <FileUpload
            action={`/admin/product-pictures?product=${id}&place=row`}
            field="picture"
            label="Image"
            hint="JPEG or PNG, up to 500 KB and 400 × 600 px."
            accept="image/jpeg,image/png"
            submit="Upload"
          />
        </div>
      </details>
    </div>
  );
}
