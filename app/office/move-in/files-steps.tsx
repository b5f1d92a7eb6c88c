/** What can be done next with uploaded files, and after they are here. */
import { Form, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { FilesPage } from './files-page-queries.server.ts';

export function FilesSteps({ page: { status, files }, sending }: { page: FilesPage; sending: string }) {
  if (status === 'moved')
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice tone="success" title="Everything is here." className="w-full" />
        <ul className="list-disc pl-5">
          <li>
            Look at your{' '}
            <Link to="/admin/customers" className="text-spruce-700 underline underline-offset-4">
              customers
            </Link>{' '}
            and{' '}
            <Link to="/admin/orders" className="text-spruce-700 underline underline-offset-4">
              past sales
            </Link>
            , then{' '}
            <Link to="/admin/settings/move-in" className="text-spruce-700 underline underline-offset-4">
              compare with the former shop and cut over
            </Link>
            .
          </li>
          <li>
            Cannabis waits for its certificate:{' '}
            <Link to="/admin/inventory/waiting-lots" className="text-spruce-700 underline underline-offset-4">
              lots that wait
            </Link>
            .
          </li>
          <li>
            Products without a price or an amount that counts are off sale:{' '}
            <Link to="/admin/inventory?sale=no" className="text-spruce-700 underline underline-offset-4">
              products not for sale
            </Link>
            .
          </li>
          <li>Customers choose a password at their first visit, with “Forgot password?”.</li>
          <li>Upload newer files until the shop opens: only what changed comes over.</li>
        </ul>
        <Confirm
          label="Undo"
          of="what came over"
          question="Delete everything that came over?"
          consequence="Products, customers and sales from files go. What you set up yourself stays."
          fields={{ intent: 'undo' }}
          busyText="Undoing…"
        />
      </div>
    );
  const undone =
    status === 'undone' ? (
      <Notice tone="success" title="Undone. What came over is gone." className="w-full" />
    ) : null;
  if (files.length === 0) return undone;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {undone}
      {status === 'tried' ? (
        <Form method="post">
          <Button type="submit" name="intent" value="move" busy={sending === 'move'} busyText="Starting…">
            Bring them
          </Button>
        </Form>
      ) : null}
      <Form method="post">
        <Button
          type="submit"
          name="intent"
          value="try"
          rank={status === 'tried' ? 'secondary' : 'primary'}
          busy={sending === 'try'}
          busyText="Starting…"
        >
          {status === 'tried' ? 'Try again' : 'Try these files'}
        </Button>
      </Form>
      <p className="basis-full text-sm text-ink-soft">
        {status === 'tried'
          ? 'Nothing has been written yet. Read the report, then bring them.'
          : status === 'undone'
            ? 'Your files and their columns are still below, for a week after their upload.'
            : 'A try reads every row and writes nothing.'}
      </p>
    </div>
  );
}
