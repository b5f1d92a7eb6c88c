/** /admin/settings/opening: the set-up on one page, step after step, and the switch that opens the shop. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { isSetUpStep, stepsMissing } from '#core/ground/settings/set-up-steps.ts';
import { StartNotices } from '#office/settings/missing-facts.tsx';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/set-up.page';
import { answerSetUp } from './answer-set-up.server.ts';
import { OpeningSwitch } from './opening-switch.tsx';
import { SetUpList } from './set-up-list.tsx';
import { readSetUpPage } from './set-up-page-queries.server.ts';
import { StepBody } from './step-body.tsx';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const wanted = url.searchParams.get('step');
  return readSetUpPage(actor, request, isSetUpStep(wanted) ? wanted : null);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSetUp(actor, await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { setUp, active, confirmAt } = loaderData;
  const { isOpen, steps, missing, mail } = setUp;
  const refusal = useAnswer(actionData);
  return (
    <>
      <Notice
        tone={isOpen ? 'success' : 'caution'}
        title={isOpen ? 'The shop is open to visitors.' : 'Visitors see that the shop is not open yet.'}
        className="mb-6"
      >
        {isOpen ? null : (
          <p className="mt-1">Each step is saved by itself. You can leave at any time and continue here.</p>
        )}
      </Notice>
      {isOpen ? <StartNotices missing={missing} isOpen mail={mail} className="mb-6" /> : null}
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      <SetUpList steps={steps} active={active}>
        {(step) => <StepBody step={step} data={loaderData} refusal={refusal} />}
      </SetUpList>
      <section aria-labelledby="open" className="mt-8">
        <h2 id="open" className="mb-3 text-xl">
          {isOpen ? 'Close' : 'Open'}
        </h2>
        <OpeningSwitch isOpen={isOpen} missing={stepsMissing(steps)} />
      </section>
    </>
  );
}
