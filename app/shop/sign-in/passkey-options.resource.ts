/** Returns the options a browser needs to use or create a passkey. JSON for our own scripts. */
import { redirect } from 'react-router';
import { passkeyMessage, passkeyPurposes } from '#core/accounts/identity/second-factor/passkey.ts';
import { passkeyOptions } from '#core/accounts/identity/second-factor/passkey-options.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { refusalInit } from '#shop/kit/answer-of.ts';
import type { Route } from './+types/passkey-options.resource';

export function loader() {
  return redirect('/');
}

export async function action({ request, context }: Route.ActionArgs) {
  const wanted = (await requestForm(request)).get('purpose');
  const purpose = passkeyPurposes.find((each) => each === wanted) ?? 'sign-in';
  const outcome = await passkeyOptions(request, context.get(actorContext), purpose);
  if (!outcome.ok) {
    const { problem } = outcome;
    const answer = { message: passkeyMessage(problem), mustConfirm: problem.kind === 'confirm-first' };
    return Response.json(answer, refusalInit(problem));
  }
  const { options, cookie } = outcome.value;
  return Response.json({ options }, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
}
