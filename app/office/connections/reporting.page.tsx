/** /admin/settings/state-tracking/reporting: starts reporting to the state's system, or changes its reasons. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/reporting.page';
import { answerReporting } from './answer-reporting.server.ts';
import { ReportingForm } from './reporting-form.tsx';
import { REPORTING_PATH } from './reporting-path.ts';
import { readReportingPage } from './reporting-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return readReportingPage(actor, request);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerReporting(actor, await requestForm(request));
}

/** Also after a refusal, which may be because another admin was first. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = () => [{ title: 'Reporting · State tracking · Admin' }];

export default function Reporting({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, trouble, confirmAt } = loaderData;
  const refusal = useAnswer(actionData) ?? undefined;
  return (
    <>
      <BackLink to="/admin/settings/state-tracking" label="State tracking" />
      <h1 className="mb-6 text-2xl">{isOn ? 'Reasons for Metrc' : 'Start reporting'}</h1>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      {trouble === null ? (
        <ReportingForm page={loaderData} refusal={refusal} />
      ) : (
        <Notice tone="error" title={trouble} className="measure">
          <p className="mt-1">Metrc has its own reasons, which must be chosen first. Nothing was changed.</p>
          <Link
            to={REPORTING_PATH}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Try again
          </Link>
        </Notice>
      )}
    </>
  );
}
