/** Renders the button that opens or closes the shop. */
import { Form, useNavigation } from 'react-router';
import type { SetUpStep } from '#core/ground/settings/set-up-steps.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';

/** What closing does, and what reopening requires: the owner reads it before closing. */
function closingWords(missing: Missing): string {
  const steps = missing.map(({ label }) => label).join(', ');
  return [
    'Visitors see that the shop is not open yet and cannot reserve. Existing orders stay.',
    missing.length > 0
      ? `You cannot open it again until these steps are done: ${steps}.`
      : 'You can open it again at any time.',
    'To open it, you must have signed in within the last 15 minutes.',
  ].join(' ');
}

type Missing = readonly SetUpStep[];

export function OpeningSwitch({ isOpen, missing }: { isOpen: boolean; missing: Missing }) {
  const navigation = useNavigation();
  return isOpen ? (
    <Confirm
      label="Close the shop"
      of="to visitors"
      question="Close the shop to visitors?"
      consequence={closingWords(missing)}
      fields={{ intent: 'close' }}
      rank="secondary"
    />
  ) : (
    <Form method="post">
      <Button
        type="submit"
        name="intent"
        value="open"
        busy={navigation.formData?.get('intent') === 'open'}
        busyText="Opening…"
      >
        Open the shop
      </Button>
      {missing.length > 0 ? (
        <p className="mt-2 text-ink-soft">Before you open: {missing.map(({ label }) => label).join(', ')}.</p>
      ) : null}
    </Form>
  );
}
