/** Renders how backups are set up, and how one is restored. */

/** What the environment must say, as in docs/operations.md. */
export function SetUpHelp() {
  return (
    <section aria-labelledby="set-up" className="measure mb-10">
      <h2 id="set-up" className="mb-2 text-lg">
        Set them up
      </h2>
      <p>
        The person who runs the shop’s machine adds two settings to its environment and starts the shop again.
        It then backs itself up every night at 3:15 AM.
      </p>
      <Command
        lines={['BACKUP_FOLDER=/mnt/other-disk/farmgate', 'BACKUP_PASSPHRASE_FILE=/etc/farmgate/passphrase']}
      />
      <ul className="list-disc space-y-1 pl-5">
        <li>
          <code>BACKUP_FOLDER</code> is a folder on another disk or machine, never inside the data folder. A
          bucket works too: <code>BACKUP_S3_BUCKET</code> with its endpoint and keys.
        </li>
        <li>
          <code>BACKUP_PASSPHRASE_FILE</code> is a file with a passphrase of at least 12 characters on one
          line. Write it down on paper: without it no one can read a backup, not even you.
        </li>
        <li>
          <code>BACKUP_KEYS_FOLDER</code> is optional: where the keys that decrypt photos are backed up, best
          elsewhere.
        </li>
        <li>
          <code>BACKUP_CONTINUOUS=yes</code> is optional: a restore then loses a minute or two instead of a
          day. For the bundled database.
        </li>
      </ul>
      <p className="mt-2 text-ink-soft">docs/operations.md, Backups, describes every setting.</p>
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
        On a machine with the same version of the shop, an empty database and the settings of backups. It
        overwrites nothing, and says what it restored.
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
