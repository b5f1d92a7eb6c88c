/** Renders the receipts of an order in file storage, and the button that generates one. */
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { StoredReceipt } from './stored-receipts-queries.server.ts';

const words = {
  stored: 'Stored',
  failed: 'Failed to generate; will retry',
  waiting: 'Generating',
};

export function StoredReceipts({ receipts, path }: { receipts: readonly StoredReceipt[]; path: string }) {
  const navigation = useNavigation();
  return (
    <>
      <ul className="figures flex flex-col not-empty:mb-3">
        {receipts.map(({ id, at, state }) => (
          <li key={id} className={state === 'failed' ? 'text-clay-700' : ''}>
            {state === 'stored' ? (
              <a
                href={`${path}/receipts/${id}`}
                className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
              >
                Stored {at}
              </a>
            ) : (
              `${words[state]}, ${at}`
            )}
          </li>
        ))}
      </ul>
      {receipts.length === 0 ? <p className="mb-3 text-ink-soft">None yet.</p> : null}
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value="receipt"
          rank="secondary"
          busy={navigation.formData?.get('intent') === 'receipt'}
          busyText="Generating…"
        >
          Generate receipt
        </Button>
      </Form>
    </>
  );
}
