/** Renders the steps left before the shop opens. */
import { Form } from 'react-router';
import type { SetUp } from '#core/ground/settings/set-up-queries.server.ts';
import { type SetUpStepName, setUpSteps } from '#core/ground/settings/set-up-steps.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StartNotices } from '#office/settings/missing-facts.tsx';
import { SetUpList } from '#office/settings/set-up-list.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';

/** What keeps a real shop from working, and the remaining steps until they are done or the owner dismisses them. */
export function SetUpPanel(setUp: SetUp) {
  return (
    <>
      <StartNotices {...setUp} className="mb-6" />
      {setUp.isHidden ? null : <Steps isOpen={setUp.isOpen} done={setUp.done} />}
    </>
  );
}

function Steps({ isOpen, done }: { isOpen: boolean; done: readonly SetUpStepName[] }) {
  return (
    <div className="mb-12 max-w-3xl">
      <Panel title="Set up the shop" note={`${done.length} of ${setUpSteps.length} done`}>
        <p className="mb-3 text-ink-soft">
          {isOpen ? 'The shop is open to visitors.' : 'Visitors see that the shop is not open yet.'}
        </p>
        <SetUpList done={done} />
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/admin/settings/opening" rank={isOpen ? 'secondary' : 'primary'}>
            {isOpen ? 'Set-up and opening' : 'Continue to opening'}
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
