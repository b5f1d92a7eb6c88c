/** Says whether a connection works and who set it, tests it, and removes it. */
import { Form, useNavigation } from 'react-router';
import { shopConnectionList } from '#core/running/connections/shop-connection.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ConnectionStateData } from './connection-page-queries.server.ts';

type Words = { works: string; off: string; offMeans: string; removing: string };

const words: Readonly<Record<ShopConnectionKind, Words>> = {
  mail: {
    works: 'Email works.',
    off: 'Without mail no new customer can order.',
    offMeans: 'New customers confirm their email by a link, and staff are invited by one.',
    removing: 'Email is not sent any more, and no new customer can order.',
  },
  sms: {
    works: 'Text messages work.',
    off: 'The shop sends no text messages.',
    offMeans: 'Email is enough to run the shop. Text messages cost money at the service.',
    removing: 'Text messages are not sent any more. Email is.',
  },
};

export function ConnectionState({
  kind,
  state,
  version,
}: {
  kind: ShopConnectionKind;
  state: ConnectionStateData;
  version: number;
}) {
  const isTesting = useNavigation().formData?.get('intent') === 'test';
  return (
    <div className="mb-8">
      <StateNotice kind={kind} state={state} />
      {state.setBy === null ? null : (
        <div className="mt-3 flex flex-wrap items-start gap-3">
          <Form method="post" preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value="test"
              rank="secondary"
              busy={isTesting}
              busyText="Testing…"
            >
              Send me a test
            </Button>
          </Form>
          {state.setBy === 'office' ? (
            <Confirm
              label="Remove"
              of={state.place}
              question={`Remove ${state.place}?`}
              consequence={words[kind].removing}
              fields={{ intent: 'remove', version: String(version) }}
              rank="secondary"
            />
          ) : null}
        </div>
      )}
    </div>
  );
}

function StateNotice({ kind, state }: { kind: ShopConnectionKind; state: ConnectionStateData }) {
  const { works, off, offMeans } = words[kind];
  const { setBy, place, trouble, isUnreadable } = state;
  if (setBy === 'environment')
    return (
      <Notice tone="info" title={`Set by the person who runs the server: ${place}`}>
        <p className="mt-1">Only they can change it ({shopConnectionList[kind].setting}).</p>
      </Notice>
    );
  if (isUnreadable)
    return (
      <Notice tone="error" title={off}>
        <p className="mt-1">What was saved can no longer be read. Enter it again.</p>
      </Notice>
    );
  if (setBy === null)
    return (
      <Notice tone={kind === 'mail' ? 'error' : 'info'} title={off}>
        <p className="mt-1">{offMeans}</p>
      </Notice>
    );
  if (state.works) return <Notice tone="success" title={`${works} The last test was taken by ${place}.`} />;
  return (
    <Notice tone="error" title={trouble === null ? `Not tested yet: ${place}` : 'The last test failed.'}>
      <p className="mt-1">{trouble ?? 'Send yourself a test.'}</p>
    </Notice>
  );
}
