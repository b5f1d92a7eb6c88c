/** The passphrase of backups, shown once: the page that the owner prints and keeps away from the shop. */
import { Button, ButtonLink } from '#ui/button.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Notice } from '#ui/notice.tsx';

export type PassphraseSheetData = {
  passphrase: string;
  farm: string;
  /** 'The folder /mnt/disk'; null while none is set. */
  place: string | null;
  /** Whether a backup with it has started. */
  hasStarted: boolean;
  /** 'November 29, 2026'. */
  madeOn: string;
};

export function PassphraseSheet({ passphrase, farm, place, hasStarted, madeOn }: PassphraseSheetData) {
  const canPrint = useHydrated();
  return (
    <section aria-labelledby="sheet" className="grid max-w-2xl gap-5">
      <Notice tone="caution" title="This is shown only once." className="print:hidden">
        <p className="mt-1">
          Print this page, or write it down.{hasStarted ? ' A backup with it has started.' : ''}
        </p>
      </Notice>
      <h2 id="sheet" className="text-xl">
        {farm ? `${farm}: passphrase of backups` : 'Passphrase of backups'}
      </h2>
      <p
        translate="no"
        className="figures rounded-surface border border-line bg-surface p-5 text-center font-mono text-2xl wrap-break-word"
      >
        {passphrase}
      </p>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <dt className="text-ink-soft">Backups are in</dt>
        <dd className="wrap-anywhere">{place ?? 'No place is set yet'}</dd>
        <dt className="text-ink-soft">Made on</dt>
        <dd>{madeOn}</dd>
      </dl>
      <div>
        <h3 className="mb-1 text-lg">What it is for</h3>
        <p>
          If the shop’s computer is lost, this page and the backups bring the shop back on a new one:
          products, orders, customers, photos and keys. Without this passphrase no one can read the backups,
          not even you.
        </p>
      </div>
      <div>
        <h3 className="mb-1 text-lg">Where to keep it</h3>
        <p>
          On paper, away from the shop’s computer and from the backups: in a safe, or where you keep your
          license. Anyone with this page and the backups can read everything in the shop. Keep the page of an
          earlier passphrase until its backups are gone.
        </p>
      </div>
      <div>
        <h3 className="mb-1 text-lg">On a new computer</h3>
        <ol className="list-decimal space-y-1 pl-5">
          <li>Install the same version of Farmgate, and do not start it.</li>
          <li>
            Set the place above as <code>BACKUP_FOLDER</code> (or <code>BACKUP_S3_BUCKET</code> with its
            keys), and a file with this passphrase as <code>BACKUP_PASSPHRASE_FILE</code>.
          </li>
          <li>
            Run <code>npm run restore -- latest</code>, then start the shop. The manual docs/operations.md,
            ‘Restore, at 3 am’, has every step.
          </li>
        </ol>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        {canPrint ? (
          <Button rank="secondary" onClick={() => window.print()}>
            Print
          </Button>
        ) : null}
        <ButtonLink to="/admin/operations/backups">I have it on paper</ButtonLink>
      </div>
    </section>
  );
}
