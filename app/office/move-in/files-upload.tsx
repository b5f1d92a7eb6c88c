/** Renders the field that uploads files of another system, several at a time, with what could not be read. */
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { type UploadAnswer, UploadForm } from '#ui/upload-field.tsx';

/** What the upload route answers to a script; '' if every file was added. */
export type FilesSaid = { message: string };

export function FilesUpload({ label }: { label: string }) {
  const id = useId();
  const [error, setError] = useState('');
  const [sent, setSent] = useState(0);
  const { revalidate } = useRevalidator();
  const onDone = ({ status, answer }: UploadAnswer) => {
    setError((answer as FilesSaid).message);
    if (status !== 200) return;
    // A new field: the files are no longer chosen.
    setSent(sent + 1);
    void revalidate();
  };
  return (
    <UploadForm action="/admin/move-in-files" onDone={onDone}>
      {(progress) => (
        <div className="flex max-w-2xl flex-col gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          <div className="flex flex-wrap items-start gap-3">
            <input
              key={sent}
              id={id}
              type="file"
              name="files"
              multiple
              accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
              className={`${controlClass} min-w-0 flex-1 basis-60 file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink`}
            />
            <Button type="submit" rank="secondary" busy={progress !== null} busyText="Uploading…">
              Upload
            </Button>
          </div>
          {progress === null ? null : (
            <progress
              value={Math.round(progress * 100)}
              max={100}
              aria-label="Uploading files"
              className="block w-full"
            />
          )}
          <p id={`${id}-hint`} className="text-xs text-ink-soft">
            CSV or Excel (.xlsx), up to 100 MB each, products, customers and sales together. Nothing changes
            yet.
          </p>
          {error ? (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium break-words text-clay-700">
              {error}
            </p>
          ) : null}
        </div>
      )}
    </UploadForm>
  );
}
