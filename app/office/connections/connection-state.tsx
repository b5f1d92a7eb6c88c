/** Says whether a connection works and who set it, tests it, and removes it. */
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { type FormConnectionKind, SET_ON_SERVER } from '#core/running/connections/shop-connection.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ConnectionStateData } from './connection-page-queries.server.ts';
import { type ConnectionWords, wordsOf } from './connection-words.ts';

export function ConnectionState({
  kind,
  state,
  version,
  name,
  alsoLost,
}: {
  kind: FormConnectionKind;
  state: ConnectionStateData;
  version: number;
  /** A provider's, as its button has it. */
  name?: string;
  /** What else removing it does. */
  alsoLost?: ReactNode;
}) {
  const isTesting = useNavigation().formData?.get('intent') === 'test';
  const words = wordsOf(kind, name);
  return (
    <div className="mb-8">
      <StateNotice words={words} state={state} />
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
              {words.test}
            </Button>
          </Form>
          {state.setBy === 'office' ? (
            <Confirm
              label="Remove"
              of={state.place}
              question={`Remove ${state.place}?`}
              consequence={
                <>
                  {words.removing} {alsoLost}
                </>
              }
              fields={{ intent: 'remove', version: String(version) }}
              rank="secondary"
            />
          ) : null}
        </div>
      )}
    </div>
  );
}

function StateNotice({ words, state }: { words: ConnectionWords; state: ConnectionStateData }) {
  const { works, off, offMeans, offTone, tryIt } = words;
  const { setBy, place, trouble, isUnreadable } = state;
  if (setBy === 'server')
    return (
      <Notice tone="info" title={place}>
        <p className="mt-1">{SET_ON_SERVER} Only that person can change it.</p>
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
      <Notice tone={offTone} title={off}>
        <p className="mt-1">{offMeans}</p>
      </Notice>
    );
  if (state.works)
    return (
      <Notice tone={state.caution ? 'caution' : 'success'} title={works(place)}>
        {state.caution ? <p className="mt-1">{state.caution}</p> : null}
      </Notice>
    );
  return (
    <Notice tone="error" title={trouble === null ? `Not tested yet: ${place}` : 'The last test failed.'}>
      <p className="mt-1">{trouble ?? tryIt}</p>
    </Notice>
  );
}
