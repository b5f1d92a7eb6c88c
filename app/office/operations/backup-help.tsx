/** Renders how backups are set up, and how one is restored. */
import { ButtonLink } from '#ui/button.tsx';

/** While no backup leaves this machine. */
export function SetUpHelp() {
  return (
    <section aria-labelledby="set-up" className="measure mb-10">
      <h2 id="set-up" className="mb-2 text-lg">
        Set them up
      </h2>
      <p className="mb-4">
        Choose another disk or a bucket, and print the passphrase. The shop then backs itself up every night
        at 3:15 AM.
      </p>
      <ButtonLink to="/admin/settings/backups">Set up backups</ButtonLink>
      <p className="mt-4 text-ink-soft">
        The person who runs the server can also set them there (docs/operations.md, Backups).
      </p>
    </section>
  );
}

export function RestoreHelp({ newest, isContinuous }: { newest: string | null; isContinuous: boolean }) {
  return (
    <section aria-labelledby="restore" className="measure mt-10">
      <h2 id="restore" className="mb-2 text-lg">
        Restore one
      </h2>
      <p>
        On a machine with the same version of the shop and an empty database, with the place and the
        passphrase of your printed page. It overwrites nothing, and says what it restored.
      </p>
      <Command lines={[`npm run restore -- ${newest ?? 'latest'}`]} />
      {isContinuous ? (
        <>
          <p>Or as of any moment of the last two days, in the store’s time; ‘now’ for the latest one.</p>
          <Command lines={["npm run restore -- --until '2026-11-26 14:05'"]} />
        </>
      ) : null}
      <p className="text-ink-soft">
        What changed afterward is lost, and everyone signs in again. For a test copy add{' '}
        <code className="whitespace-nowrap">--copy</code>. docs/operations.md, ‘Restore, at 3 am’, has every
        step.
      </p>
    </section>
  );
}

function Command({ lines }: { lines: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: areas that scroll sideways must be reachable by keyboard
    <pre className="my-3 overflow-x-auto rounded-control bg-cream px-4 py-3 text-sm" tabIndex={0}>
      <code className="select-all">{lines.join('\n')}</code>
    </pre>
  );
}
