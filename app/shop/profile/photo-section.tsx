/** Renders a photo of the profile page: the one on file, when it is deleted, uploading a new one, and deleting it. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { photoLabel } from '#core/accounts/customers/photo.ts';
import type { MyPhoto } from '#core/accounts/customers/profile-queries.server.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { Confirm } from '#ui/confirm.tsx';
import { useToast } from '#ui/toast.tsx';
import { type UploadAnswer, UploadField, UploadForm } from '#ui/upload-field.tsx';

/** What the photo upload routes answer to a script. */
export type PhotoAnswer = { message: string };

const words: Readonly<Record<PhotoKind, { intro: string; hint: string; alt: string; path: string }>> = {
  license: {
    intro: 'The front of your driver’s license. It is stored encrypted, and every view is logged.',
    hint: 'JPEG, PNG or WebP, 10 MB at most. We remove location and camera details.',
    alt: 'Your license photo',
    path: '/profile/license-photo',
  },
  profile: {
    intro: 'A photo of you, so that we recognize you at the counter.',
    hint: 'JPEG, PNG or WebP, 10 MB at most. We crop it to a square.',
    alt: 'Your profile photo',
    path: '/profile/photo',
  },
};

export function PhotoSection({ kind, photo }: { kind: PhotoKind; photo: MyPhoto | undefined }) {
  const { intro, hint, alt, path } = words[kind];
  const label = photoLabel[kind];
  const { error, onDone } = useAnswer();
  return (
    <section aria-labelledby={`${kind}-photo`}>
      <h2 id={`${kind}-photo`} className="text-xl">
        {label}
      </h2>
      <p className="mt-2 text-sm text-ink-soft">{intro}</p>
      {photo ? (
        <div className="mt-4 flex flex-wrap items-start gap-4">
          <img
            src={`/photos/${photo.id}`}
            alt={alt}
            className={`rounded-control bg-cream object-contain ${kind === 'profile' ? 'size-28' : 'max-h-56 max-w-full'}`}
          />
          <div className="text-sm">
            <p>Added {photo.added}.</p>
            {photo.goes ? (
              <p className="mt-1 text-ink-soft">Deleted after our decision, by {photo.goes} at the latest.</p>
            ) : null}
            <div className="mt-2 -ml-3">
              <Confirm
                label={`Delete ${label.toLowerCase()}`}
                of=""
                question={`Delete your ${label.toLowerCase()}?`}
                consequence={
                  kind === 'license'
                    ? 'We delete it right away. We still check your ID at pickup.'
                    : 'We delete it right away.'
                }
                fields={{ intent: 'delete-photo', kind }}
                busyText="Deleting…"
              />
            </div>
          </div>
        </div>
      ) : null}
      <div className="mt-5">
        <UploadForm action={path} onDone={onDone}>
          {(progress) => (
            <UploadField
              name="photo"
              label={`${photo ? 'Replace' : 'Upload'} ${label.toLowerCase()}`}
              hint={hint}
              errors={error === null ? undefined : [error]}
              progress={progress}
            />
          )}
        </UploadForm>
      </div>
    </section>
  );
}

/** The result of the last upload: a toast and fresh data, or the error beside the field. */
function useAnswer() {
  const [error, setError] = useState<string | null>(null);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const onDone = ({ status, answer }: UploadAnswer) => {
    const message = (answer as PhotoAnswer).message;
    if (status !== 200) return setError(message);
    setError(null);
    toast.show(message, { tone: 'success' });
    revalidate();
  };
  return { error, onDone };
}
