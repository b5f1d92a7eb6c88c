/** /admin/settings/mail, /text-messages, /backups and /state-tracking: what is outside the shop, set and tested by an admin. */
import { pageOf, requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { serviceOf } from '#core/running/connections/connection-form.ts';
import { shopConnectionList } from '#core/running/connections/shop-connection.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/connection.page';
import { answerConnection } from './answer-connection.server.ts';
import { ConnectionForm } from './connection-form.tsx';
import { readConnectionPage } from './connection-page-queries.server.ts';
import { ConnectionState } from './connection-state.tsx';
import { wordsOf } from './connection-words.ts';
import { PassphraseSection } from './passphrase-section.tsx';
import { PassphraseSheet } from './passphrase-sheet.tsx';
import { ReportingSection } from './reporting-section.tsx';
import { ServiceChoice } from './service-choice.tsx';
import { TrackingMatch } from './tracking-match.tsx';

const kinds = ['mail', 'sms', 'backup', 'tracking'] as const;

function kindOf(request: Request) {
  const path = new URL(pageOf(request.url), request.url).pathname.toLowerCase();
  const found = kinds.find((each) => shopConnectionList[each].path === path);
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return readConnectionPage(actor, kindOf(request), request);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerConnection(actor, kindOf(request), await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Connection({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, state, confirmAt, version, passphrase, match, reporting } = loaderData;
  useLive(['inventory'], { paused: match?.isRunning !== true });
  const answer = useAnswer(actionData);
  if (answer && 'sheet' in answer) return <PassphraseSheet {...answer.sheet} />;
  const refusal = answer;
  const service = serviceOf(shopConnectionList[kind].services, refusal?.values.service ?? loaderData.service);
  return (
    <>
      <ConnectionState kind={kind} state={state} version={version} />
      {reporting ? <ReportingSection reporting={reporting} /> : null}
      {match ? <TrackingMatch match={match} /> : null}
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      {state.setBy === 'server' ? null : (
        <>
          <ServiceChoice kind={kind} chosen={service?.id ?? null} isDemo={loaderData.isDemo} />
          {service ? (
            <ConnectionForm
              key={`${service.id} ${version}`}
              service={service}
              texts={service.id === loaderData.service ? loaderData.texts : {}}
              hasStored={loaderData.storedService === service.id}
              version={version}
              refusal={refusal}
              saveLabel={wordsOf(kind).save}
            />
          ) : null}
        </>
      )}
      {passphrase ? <PassphraseSection passphrase={passphrase} hasPlace={state.setBy !== null} /> : null}
    </>
  );
}
