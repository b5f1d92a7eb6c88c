/**
 * Renders a field for one picture: from a file, or from the camera if the device has one. Without scripts it is the
 * file input of a plain form (`<form method="post" encType="multipart/form-data">`), which that form's button submits.
 * With scripts it previews the chosen picture, and `UploadForm` sends it and shows the progress:
 *
 *     <UploadForm action="/account/license" onDone={(answer) => …}>
 *       {(progress) => (
 *         <>
 *           <UploadField name="picture" label="Front of your license" errors={…} progress={progress} />
 *           <Button type="submit" busy={progress !== null}>Send</Button>
 *         </>
 *       )}
 *     </UploadForm>
 *
 * The server decides whether it is a picture (`platform/uploads`); `accept` only makes iPhones convert to JPEG.
 */
import { Camera, ImageUp, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { controlClass } from './field.tsx';

/** Exactly these two: with HEIC or WebP in the list, iPhones do not convert the picture before they upload it. */
const ACCEPT = 'image/jpeg,image/png';

export function UploadField({
  label,
  hint,
  errors,
  name,
  required = false,
  camera = true,
  progress = null,
}: {
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  name: string;
  required?: boolean;
  /** Whether a second button opens the camera, on mobile devices that have one. */
  camera?: boolean;
  /** From 0 to 1 while uploading; null before and after. */
  progress?: number | null;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { chosen, choose } = usePreview();
  const error = errors?.[0];

  /** @param capture opens the camera instead of the files. */
  const open = (capture: boolean) => {
    if (!input.current) return;
    if (capture) input.current.setAttribute('capture', 'environment');
    else input.current.removeAttribute('capture');
    input.current.click();
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    choose(null);
    input.current?.focus();
  };

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {required ? null : <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        accept={ACCEPT}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
        }
        onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
        className={`${controlClass} file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink`}
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-clay-700">
          {error}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap items-center gap-2 pointer-fine:hidden noscript:hidden">
        <Button rank="secondary" size="small" className="min-h-11" onClick={() => open(false)}>
          <ImageUp aria-hidden="true" className="size-4" /> Choose a file
        </Button>
        {camera ? (
          <Button rank="secondary" size="small" className="min-h-11" onClick={() => open(true)}>
            <Camera aria-hidden="true" className="size-4" /> Take a picture
          </Button>
        ) : null}
      </div>
      {chosen ? (
        <div className="mt-3 flex items-start gap-3 rounded-surface bg-cream p-3">
          {chosen.url ? (
            <img
              src={chosen.url}
              alt="What you chose"
              className="max-h-40 max-w-[60%] rounded-control object-contain"
            />
          ) : null}
          <div className="min-w-0 flex-1 text-sm">
            <p className="break-all font-medium">{chosen.name}</p>
            <p className="figures text-ink-soft">{chosen.size}</p>
            <Button
              rank="quiet"
              size="small"
              className="-ml-3 min-h-11"
              onClick={clear}
              disabled={progress !== null}
            >
              <X aria-hidden="true" className="size-4" /> Remove
            </Button>
          </div>
        </div>
      ) : null}
      <UploadProgress
        progress={progress}
        label={`Sending ${typeof label === 'string' ? label : 'the picture'}`}
      />
    </div>
  );
}

function UploadProgress({ progress, label }: { progress: number | null; label: string }) {
  if (progress === null) return null;
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-3">
      <progress
        value={percent}
        max={100}
        aria-label={label}
        className="block h-2 w-full overflow-hidden rounded-pill accent-spruce-500"
      />
      <p role="status" className="figures mt-1 text-sm text-ink-soft">
        {percent < 100 ? `${percent}% uploaded` : 'Uploaded. Processing the picture…'}
      </p>
    </div>
  );
}

type Chosen = { name: string; size: string; url: string | null };

/** The chosen file, with a preview if the browser can show it; the preview is local and sends nothing. */
function usePreview() {
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  const chosen: Chosen | null = file ? { name: file.name, size: sizeOf(file.size), url } : null;
  return { chosen, choose: setFile };
}

/** A file's size as text, '1.4 MB'. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `answer` is the server's JSON response; null if it could not be reached or sent something else. */
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

/**
 * Sends a form with its file and reports progress, which fetch cannot do, so it uses XMLHttpRequest. Leaving the page
 * aborts the upload.
 */
function useUpload({ onDone }: { onDone: (answer: UploadAnswer) => void }): {
  send: NonNullable<ComponentProps<'form'>['onSubmit']>;
  progress: number | null;
} {
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<XMLHttpRequest | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send: NonNullable<ComponentProps<'form'>['onSubmit']> = (event) => {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const request = new XMLHttpRequest();
    sending.current = request;
    setProgress(0);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) setProgress(loaded / total);
    };
    request.onloadend = () => {
      sending.current = null;
      setProgress(null);
      onDone({ status: request.status, answer: readJson(request.responseText) });
    };
    request.onabort = () => {
      request.onloadend = null;
      sending.current = null;
    };
    request.open('POST', form.action);
    request.setRequestHeader('Accept', 'application/json');
    request.send(new FormData(form));
  };
  return { send, progress };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
