/** Renders the steps left before the shop opens. */
import { Form } from 'react-router';
import type { SetUp } from '#core/ground/settings/set-up-queries.server.ts';
import type { SetUpStep } from '#core/ground/settings/set-up-steps.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StartNotices } from '#office/settings/missing-facts.tsx';

import { Button, ButtonLink } from '#ui/button.tsx';
import { SetUpList } from './set-up-list.tsx';

/** What keeps a real shop from working, and the remaining steps until they are done or the owner dismisses them. */
export function SetUpPanel(setUp: SetUp) {
  // The steps of a closed shop say the same.
  const hasSteps = !setUp.isHidden;
  return (
    <>
      {hasSteps && !setUp.isOpen ? null : <StartNotices {...setUp} className="mb-6" />}
      {hasSteps ? <Steps isOpen={setUp.isOpen} steps={setUp.steps} /> : null}
    </>
  );
}

function Steps({ isOpen, steps }: { isOpen: boolean; steps: readonly SetUpStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="mb-12 max-w-3xl">
      <Panel title="Set up the shop" note={`${done} of ${steps.length} done`}>
        <p className="mb-3 text-ink-soft">
          {isOpen ? 'The shop is open to visitors.' : 'Visitors see that the shop is not open yet.'}
        </p>
        <SetUpList steps={steps} />
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/admin/settings/opening" rank={isOpen ? 'secondary' : 'primary'}>
            {isOpen ? 'Set-up and opening' : 'Continue the set-up'}
          </ButtonLink>
          <Form method="post" action="/admin/settings/opening">
            <Button type="submit" name="intent" value="hide" rank="quiet">
              Hide this
            </Button>
          </Form>
        </div>
      </Panel>
    </div>
  );
}
