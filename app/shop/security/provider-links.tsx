/** Renders the providers linked with an account, each with a way to remove it, and those that could be linked. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { ProviderLinks as Links } from './linked-providers-queries.server.ts';

export function ProviderLinks({ links: { linked, offered }, busy }: { links: Links; busy: boolean }) {
  if (linked.length === 0 && offered.length === 0)
    return <p>We offer no other providers right now. Your email and password, or a passkey, sign you in.</p>;
  return (
    <ul className="grid max-w-xl gap-3">
      {linked.map(({ id, name, isOffered }) => (
        <li key={id} className={rowClass}>
          <div>
            <p className="font-medium">{name}</p>
            <p className="text-sm text-ink-soft">
              {isOffered ? 'Linked to your account' : 'Linked, but no longer offered here'}
            </p>
          </div>
          <Confirm
            label="Remove"
            of={name}
            question={`Remove sign-in with ${name}?`}
            consequence={`You can no longer sign in with ${name}. You can link it again.`}
            fields={{ intent: 'unlink', id }}
          />
        </li>
      ))}
      {offered.map(({ id, name }) => (
        <li key={id} className={rowClass}>
          <p className="font-medium">{name}</p>
          <Form method="post">
            <input type="hidden" name="provider" value={id} />
            <Button type="submit" rank="secondary" busy={busy}>
              Link {name}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

const rowClass =
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-line bg-surface p-4';
