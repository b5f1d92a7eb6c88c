/** /security/api-tokens: a person's own tokens for the API: with one a program orders in their name. */
import { ownScopes, tokenChoices, tokenMessage } from '#core/accounts/api-tokens/api-token.ts';
import { readOwnTokens } from '#core/accounts/api-tokens/api-tokens-queries.server.ts';
import { createOwnToken } from '#core/accounts/api-tokens/create-token.server.ts';
import { revokeOwnToken } from '#core/accounts/api-tokens/revoke-token.server.ts';
import { readNewToken } from '#core/accounts/api-tokens/token-form.server.ts';
import { NewSecret, NewToken } from '#core/accounts/api-tokens/ui/new-token.tsx';
import { TokenList } from '#core/accounts/api-tokens/ui/token-list.tsx';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-api-tokens.page';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'API tokens' });

const PATH = '/security/api-tokens';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  return { tokens: await readOwnTokens(actor), choices: tokenChoices(ownScopes) };
}

type Answer = { created?: { name: string; secret: string }; refusal?: FormRefusal };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  if (form.get('intent') === 'revoke') {
    const outcome = await revokeOwnToken(request, actor, String(form.get('token') ?? ''));
    return outcome.ok
      ? redirectWithFlash(PATH, 'Token revoked.', 'success')
      : redirectWithFlash(PATH, tokenMessage(outcome.problem), 'error');
  }
  await requireRecentSignIn(actor, request);
  const read = readNewToken(form, ownScopes);
  if (!read.ok) return answerOf<Answer>({ refusal: read.refused() });
  const outcome = await createOwnToken(request, actor, read.value);
  if (outcome.ok) return { created: outcome.value } satisfies Answer as Answer;
  return answerOf<Answer>({ refusal: read.refused(tokenMessage(outcome.problem)) }, outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const created = actionData?.created;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="API tokens"
        intro="A program with a token can do what you allow here, as you. Give one only to programs you trust."
      />
      {created ? <NewSecret {...created} /> : null}
      <TokenList tokens={loaderData.tokens} showsAuthor={false} />
      <h2 className="mt-10 mb-4 text-xl">New token</h2>
      <NewToken key={created?.secret} {...loaderData.choices} refusal={actionData?.refusal} />
    </>
  );
}
