/** Renders the upload of certificates for the selected lots, and those that no lot was found for. */
import { Form } from 'react-router';
import { DropZone } from '#office/drops/drop-zone.tsx';
import { DroppedProblems } from '#office/drops/dropped-problems.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ReleaseStep } from './release-step-queries.server.ts';

export function ReleaseCertificates({
  drops,
  matched,
  here,
}: Pick<ReleaseStep, 'drops' | 'matched'> & { here: string }) {
  return (
    <section aria-labelledby="certificates" className="mb-6 flex flex-col gap-4">
      <h2 id="certificates" className="text-xl">
        Certificates
      </h2>
      <DropZone
        kind="certificate"
        back={here}
        label="Drop certificates here, or choose them"
        hint="PDF, up to 5 MB each. One with the batch, package tag or certificate number in its name is matched. Add them before you type below."
        accept="application/pdf,.pdf"
      />
      <DroppedProblems files={drops} />
      {matched.unmatched.length > 0 ? (
        <Notice
          tone="info"
          title={`${matched.unmatched.length} not matched: choose ${matched.unmatched.length === 1 ? 'it' : 'them'} at the lot below`}
        >
          <ul className="mt-1 list-disc pl-5">
            {matched.unmatched.map(({ id, name, why }) => (
              <li key={id} className="wrap-anywhere">
                {name}: {why}
              </li>
            ))}
          </ul>
          <Form method="post" preventScrollReset className="mt-2">
            {matched.unmatched.map(({ id }) => (
              <input key={id} type="hidden" name="file" value={id} />
            ))}
            <Button type="submit" name="intent" value="remove" rank="quiet" size="small" className="min-h-11">
              {matched.unmatched.length === 1 ? 'Remove this file' : 'Remove these files'}
            </Button>
          </Form>
        </Notice>
      ) : null}
    </section>
  );
}
