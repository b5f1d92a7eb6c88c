/** Renders the list of passkeys, with renaming and deleting, and the form that adds one. */
import { useNavigation } from 'react-router';
import type { FormRefusal } from '#platform/requests/form.ts';
import { useHasPasskeys } from '#shop/sign-in/ask-for-passkey.ts';
import { PasskeyButton } from '#shop/sign-in/passkey-button.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { ListedPasskey } from './passkeys-queries.server.ts';

/** @param refused the passkey whose new name was refused. */
export function PasskeyList({
  passkeys,
  refused,
}: {
  passkeys: readonly ListedPasskey[];
  refused: FormRefusal | undefined;
}) {
  return (
    <ul className="grid gap-3">
      {passkeys.map((passkey) => (
        <li
          key={passkey.id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface p-4"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium break-words">{passkey.name}</p>
            <p className="mt-1 text-sm text-ink-soft">
              Added {passkey.addedAt} ·{' '}
              {passkey.lastUsedAt ? `last used ${passkey.lastUsedAt}` : 'not used yet'}
              {passkey.isSynced ? ' · on all your devices' : null}
            </p>
            <Rename
              passkey={passkey}
              refused={refused?.values.passkey === passkey.id ? refused : undefined}
            />
          </div>
          <Confirm
            label="Remove"
            busyText="Removing…"
            of={passkey.name}
            question={`Remove ${passkey.name}?`}
            consequence="It will no longer sign you in. Remove it in the device’s password settings as well."
            fields={{ intent: 'remove', passkey: passkey.id }}
          />
        </li>
      ))}
    </ul>
  );
}

function Rename({ passkey, refused }: { passkey: ListedPasskey; refused: FormRefusal | undefined }) {
  const isBusy = useNavigation().formData?.get('passkey') === passkey.id;
  return (
    // Closes again when the new name has loaded.
    <details key={passkey.name} open={refused !== undefined} className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-spruce-700 underline underline-offset-4">
        Rename<span className="sr-only"> {passkey.name}</span>
      </summary>
      <CheckedForm
        refusal={refused}
        idPrefix={`${passkey.id}-`}
        className="mt-2 flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="passkey" value={passkey.id} />
        <Field
          label="Name"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={refused?.values.name ?? passkey.name}
          errors={refused?.errors.name}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" rank="secondary" busy={isBusy} busyText="Saving…">
          Save name
        </Button>
      </CheckedForm>
    </details>
  );
}

/** @param suggested a name: the current device. */
export function AddPasskeyForm({
  suggested,
  refused,
}: {
  suggested: string;
  refused: FormRefusal | undefined;
}) {
  const hasPasskeys = useHasPasskeys();
  return (
    <section aria-labelledby="add-passkey" className="max-w-md">
      <h2 id="add-passkey" className="text-xl">
        Add a passkey
      </h2>
      {/* Rendered before scripts know: few browsers lack passkeys, and nothing moves for the others. */}
      {hasPasskeys === false ? null : (
        <CheckedForm refusal={refused} className="mt-4 flex flex-col gap-5 noscript:hidden">
          <input type="hidden" name="intent" value="add" />
          <Field
            label="Name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            hint="Helps you tell your passkeys apart."
            defaultValue={refused?.values.name ?? suggested}
            errors={refused?.errors.name}
          />
          <PasskeyButton purpose="add" rank="primary">
            Add a passkey
          </PasskeyButton>
        </CheckedForm>
      )}
      <p className={`mt-2 text-ink-soft ${hasPasskeys === false ? '' : 'hidden noscript:block'}`}>
        To add one you need JavaScript and a browser that supports passkeys. Your other ways to sign in still
        work.
      </p>
    </section>
  );
}
