/** The passphrase of backups: has the shop make it, or replace it, and says what that means. */
import { Form, Link, useNavigation } from 'react-router';
import { SET_ON_SERVER } from '#core/running/connections/shop-connection.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PassphraseData } from './connection-page-queries.server.ts';

export function PassphraseSection({
  passphrase,
  hasPlace,
}: {
  passphrase: PassphraseData;
  hasPlace: boolean;
}) {
  return (
    <section aria-labelledby="passphrase" className="mt-10">
      <h2 id="passphrase" className="mb-3 text-xl">
        Passphrase
      </h2>
      {passphrase.isOutside ? (
        <p className="measure">{SET_ON_SERVER} Ask that person for a copy on paper.</p>
      ) : passphrase.isSet ? (
        <Replace version={passphrase.version} />
      ) : (
        <Make version={passphrase.version} hasPlace={hasPlace} />
      )}
      {passphrase.isReady ? (
        <p className="mt-4">
          The shop backs itself up every night at 3:15 AM.{' '}
          <Link
            to="/admin/operations/backups"
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            See all backups, or make one now
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Make({ version, hasPlace }: { version: number; hasPlace: boolean }) {
  const isBusy = useNavigation().formData?.get('intent') === 'make-passphrase';
  return (
    <>
      <p className="measure">
        Backups are encrypted. The shop makes the passphrase that opens them and shows it once: have a printer
        or a pen ready. Without it no one can read a backup, not even you.
      </p>
      {hasPlace ? (
        <>
          <Notice tone="error" title="No backup leaves this machine yet." className="mt-3">
            <p className="mt-1">Make the passphrase. The first backup then starts at once.</p>
          </Notice>
          <Form method="post" className="mt-4">
            <input type="hidden" name="version" value={version} />
            <Button type="submit" name="intent" value="make-passphrase" busy={isBusy} busyText="Making it…">
              Make the passphrase
            </Button>
          </Form>
        </>
      ) : (
        <p className="measure mt-2 text-ink-soft">Choose where backups go first.</p>
      )}
    </>
  );
}

function Replace({ version }: { version: number }) {
  return (
    <>
      <p className="measure mb-3">
        A passphrase is set. The shop does not show it again. If you no longer have it on paper, replace it.
      </p>
      <Confirm
        label="Replace the passphrase"
        of="backups"
        question="Replace the passphrase of backups?"
        consequence="Backups made so far can be read only with the old passphrase: keep its page until they are gone, usually a year. A backup with the new one starts at once."
        fields={{ intent: 'make-passphrase', version: String(version) }}
        rank="secondary"
        submitRank="primary"
      />
    </>
  );
}
