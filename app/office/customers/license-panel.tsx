/** Renders what staff compare before they verify a license: the photo, the whole number, the birth date. Then it asks. */
import { Form, Link, useNavigation } from 'react-router';
import { LinkedDialog } from '#office/kit/linked-dialog.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Notice } from '#ui/notice.tsx';
import type { LicenseToVerify } from './license-to-verify.server.ts';

export function LicensePanel({ of, back }: { of: LicenseToVerify; back: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'verify-license';
  return (
    <LinkedDialog title={`Verify the license of ${of.name}?`} back={back}>
      <p className="mt-2 text-ink-soft">Compare them with the physical license. Every view is recorded.</p>
      {of.photo ? (
        <img
          src={`/photos/${of.photo}`}
          alt={`License of ${of.name}`}
          className="mt-4 max-h-72 w-full rounded-control bg-cream object-contain"
        />
      ) : (
        <Notice tone="caution" title="No license photo on file." className="mt-4">
          Verify only if you have the license in hand.
        </Notice>
      )}
      <div className="mt-4">
        <Facts
          facts={[
            ['License ID', of.number ?? 'Not provided'],
            ['State', of.state ?? 'Not given'],
            ['Birth date', of.birthDate ?? 'Not given'],
            ['Age today', of.age === null ? 'Not known' : String(of.age)],
          ]}
        />
      </div>
      <Form method="post" action={back} preventScrollReset className="mt-6 flex flex-wrap justify-end gap-3">
        <input type="hidden" name="intent" value="verify-license" />
        <input type="hidden" name="userId" value={of.id} />
        <Link to={back} preventScrollReset className={buttonClass('quiet', 'normal')}>
          Cancel
        </Link>
        <Button type="submit" busy={isBusy} busyText="Verifying…">
          Verify license
        </Button>
      </Form>
    </LinkedDialog>
  );
}
