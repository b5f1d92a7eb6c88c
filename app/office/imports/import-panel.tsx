/** Renders the field that uploads a CSV file of products, with errors beside it. */
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { useToast } from '#ui/toast.tsx';
import { type UploadAnswer, UploadForm } from '#ui/upload-field.tsx';

/** What the upload route answers to a script; `to` is the page of the import. */
export type ImportSaid = { message: string; to: string | null };

export function ImportPanel() {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const onDone = ({ status, answer }: UploadAnswer) => {
    const said = answer as ImportSaid;
    if (status !== 200 || !said.to) return setError(said.message);
    setError(null);
    toast.show(said.message, { tone: 'success' });
    void navigate(said.to);
  };
  return (
    <UploadForm action="/admin/product-imports" onDone={onDone}>
      {(progress) => (
        <div className="flex max-w-xl flex-col gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            CSV file
          </label>
          <div className="flex flex-wrap items-start gap-3">
            <input
              id={id}
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
              className={`${controlClass} min-w-0 flex-1 basis-60 file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink`}
            />
            <Button type="submit" rank="secondary" busy={progress !== null} busyText="Reading…">
              Upload file
            </Button>
          </div>
          {progress === null ? null : (
            <progress
              value={Math.round(progress * 100)}
              max={100}
              aria-label="Uploading file"
              className="block w-full"
            />
          )}
          <p id={`${id}-hint`} className="text-xs text-ink-soft">
            CSV or Excel (.xlsx), up to 40 MB. Nothing changes yet. The next page shows a preview of each row.
          </p>
          {error ? (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium text-clay-700">
              {error}
            </p>
          ) : null}
        </div>
      )}
    </UploadForm>
  );
}
