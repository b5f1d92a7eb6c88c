/** /admin/settings/sign-in-providers: sign-in with Google, Apple and others, each set, tried and removed by itself. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { serviceOf } from '#core/running/connections/connection-form.ts';
import { isProviderKind, providerServices } from '#core/running/connections/provider-connection.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { Route } from './+types/sign-in-providers.page';
import { answerConnection } from './answer-connection.server.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionState } from './connection-state.tsx';
import { wordsOf } from './connection-words.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { readProviderPage } from './provider-page-queries.server.ts';

const PATH = '/admin/settings/sign-in-providers';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return readProviderPage(actor, request);
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const kind = url.searchParams.get('service');
  if (!isProviderKind(kind)) throw new Response(null, { status: 400 });
  return answerConnection(actor, kind, await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SignInProviders({ loaderData, actionData }: Route.ComponentProps) {
  const { offered, chosen, confirmAt } = loaderData;
  const answer = useAnswer(actionData);
  const refusal = answer && 'errors' in answer ? answer : undefined;
  const service = chosen && serviceOf(providerServices, chosen.kind);
  return (
    <>
      <p className="measure mb-6">
        {offered.length === 0
          ? 'People sign in with email and password, or a passkey. No other provider is set up.'
          : `On the sign-in page, in the sign-in window and under Security, people see ${offered.map((name) => `‘Continue with ${name}’`).join(', ')}.`}
      </p>
      <section aria-labelledby="providers" className="mb-8">
        <h2 id="providers" className="mb-3 text-xl">
          Which provider?
        </h2>
        <ul className="flex flex-wrap gap-2">
          {providerServices.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`${PATH}?service=${id}`}
                preventScrollReset
                aria-current={id === chosen?.kind ? 'true' : undefined}
                className={`inline-flex min-h-11 items-center rounded-pill px-4 ${id === chosen?.kind ? 'bg-spruce-700 text-paper' : 'inset-ring inset-ring-ink/35 text-ink'}`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {chosen && service ? (
        <>
          <ConnectionState
            kind={chosen.kind}
            state={chosen.state}
            version={chosen.version}
            name={chosen.name}
            alsoLost={chosen.alsoLost}
          />
          {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
          <ProviderFacts callback={chosen.callback} />
          {chosen.state.setBy === 'server' ? null : (
            <ConnectionForm
              key={`${chosen.kind} ${chosen.version}`}
              service={service}
              texts={chosen.texts}
              hasStored={chosen.hasStored}
              version={chosen.version}
              refusal={refusal}
              saveLabel={wordsOf(chosen.kind).save}
            />
          )}
        </>
      ) : null}
    </>
  );
}
