/** Shows the remaining set-up steps, and the switch that opens the shop. */
import { Form } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { closeShop, confirmStep, hideSetUp, openShop } from '#core/ground/settings/open-shop.server.ts';
import { readSetUp } from '#core/ground/settings/set-up-queries.server.ts';
import { isSetUpStep, mayConfirm, stepsMissing } from '#core/ground/settings/set-up-steps.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/opening.page';
import { StartNotices } from './missing-facts.tsx';
import { OpeningSwitch } from './opening-switch.tsx';
import { ConfirmFirst } from './section-view.tsx';
import { SetUpList } from './set-up-list.tsx';
import { confirmAtFor } from './settings-page.server.ts';

const PATH = '/admin/settings/opening';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const [setUp, confirmAt] = await Promise.all([readSetUp(actor), confirmAtFor(actor, request)]);
  if (!setUp) throw new Response(null, { status: 403 });
  // Only if the button works: while steps are missing the shop stays closed.
  const isReady = setUp.missing.length === 0 && stepsMissing(new Set(setUp.done)).length === 0;
  const canSwitch = setUp.isOpen || isReady;
  return { ...setUp, confirmAt: canSwitch ? confirmAt : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const step = form.get('step');
  const said = (outcome: Awaited<ReturnType<typeof openShop>>, words: string, to = PATH) =>
    outcome.ok ? redirectWithFlash(to, words, 'success') : redirectWithFlash(PATH, outcome.problem, 'error');
  switch (form.get('intent')) {
    case 'open':
      return said(await openShop(actor), 'The shop is open.');
    case 'close':
      return said(await closeShop(actor), 'Visitors see that the shop is not open yet.');
    case 'hide':
      return said(await hideSetUp(actor), 'Set-up hidden from the dashboard.', '/admin/dashboard');
    case 'confirm':
      if (isSetUpStep(step)) return said(await confirmStep(actor, step), 'Step marked as done.');
  }
  throw new Response(null, { status: 400 });
}

export default function Opening({
  loaderData: { isOpen, done, missing, mail, confirmAt },
}: Route.ComponentProps) {
  return (
    <>
      <Notice
        tone={isOpen ? 'success' : 'caution'}
        title={isOpen ? 'The shop is open to visitors.' : 'Visitors see that the shop is not open yet.'}
        className="mb-6"
      >
        {isOpen ? null : <p className="mt-1">Only you and your staff can see it. Nothing can be reserved.</p>}
      </Notice>
      <StartNotices missing={missing} isOpen={isOpen} mail={mail} className="mb-6" />
      <SetUpList done={done}>
        {(step) =>
          mayConfirm(step) ? (
            <Form method="post">
              <input type="hidden" name="step" value={step} />
              <Button
                type="submit"
                name="intent"
                value="confirm"
                rank="quiet"
                size="small"
                aria-label={`Mark as done: ${step}`}
                className="-ml-3 min-h-11"
              >
                Mark as done
              </Button>
            </Form>
          ) : null
        }
      </SetUpList>
      <div className="mt-8">
        {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={false} /> : null}
        <OpeningSwitch isOpen={isOpen} missing={stepsMissing(new Set(done))} />
      </div>
    </>
  );
}
