/** Lists the store's tokens for the API, creates and revokes them. */
import { data } from 'react-router';
import { storeScopes, tokenChoices, tokenMessage } from '#core/accounts/api-tokens/api-token.ts';
import { readStoreTokens } from '#core/accounts/api-tokens/api-tokens-queries.server.ts';
import { createStoreToken } from '#core/accounts/api-tokens/create-token.server.ts';
import { revokeStoreToken } from '#core/accounts/api-tokens/revoke-token.server.ts';
import { readNewToken } from '#core/accounts/api-tokens/token-form.server.ts';
import { NewSecret, NewToken } from '#core/accounts/api-tokens/ui/new-token.tsx';
import { TokenList } from '#core/accounts/api-tokens/ui/token-list.tsx';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { Route } from './+types/api-tokens.page';
import { ConfirmFirst } from './section-view.tsx';
import { confirmAtFor } from './settings-page.server.ts';

const PATH = '/admin/settings/api-tokens';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const [tokens, confirmAt] = await Promise.all([readStoreTokens(actor), confirmAtFor(actor, request)]);
  if (!tokens) throw new Response(null, { status: 403 });
  return { tokens, confirmAt, choices: tokenChoices(storeScopes) };
}

type Answer = { created?: { name: string; secret: string }; refusal?: FormRefusal };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  if (form.get('intent') === 'revoke') {
    const outcome = await revokeStoreToken(actor, String(form.get('token') ?? ''));
    return outcome.ok
      ? redirectWithFlash(PATH, 'Token revoked.', 'success')
      : redirectWithFlash(PATH, tokenMessage(outcome.problem), 'error');
  }
  const read = readNewToken(form, storeScopes);
  if (!read.ok) return data<Answer>({ refusal: read.refused() }, { status: 400 });
  const outcome = await createStoreToken(actor, read.value);
  return outcome.ok
    ? data<Answer>({ created: outcome.value })
    : data<Answer>(
        { refusal: read.refused(tokenMessage(outcome.problem)) },
        { status: statusOf(outcome.problem) },
      );
}

export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens, confirmAt, choices } = loaderData;
  const created = actionData?.created;
  const isStale = confirmAt ?? (actionData?.refusal?.message === CONFIRM_FIRST ? confirmPath(PATH) : null);
  return (
    <>
      {created ? <NewSecret {...created} /> : null}
      <h2 className="mb-4 text-lg">Tokens</h2>
      <TokenList tokens={tokens} showsAuthor />
      <h2 className="mt-10 mb-4 text-lg">New token</h2>
      {isStale ? <ConfirmFirst at={isStale} hasTyped={!confirmAt} /> : null}
      <NewToken key={created?.secret} {...choices} refusal={actionData?.refusal} />
    </>
  );
}
