/** /security/passkeys: adds, renames and deletes passkeys. */
import { redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import {
  addPasskey,
  namePasskey,
  removePasskey,
} from '#core/accounts/identity/second-factor/change-passkeys.server.ts';
import { hasShownTextCodeOnly } from '#core/accounts/identity/second-factor/current-factor.server.ts';
import {
  addPasskeySchema,
  namePasskeySchema,
  passkeyMessage,
} from '#core/accounts/identity/second-factor/passkey.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { deviceOf } from '#core/ground/activity/device.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-passkeys.page';
import { AddPasskeyForm, PasskeyList } from './passkey-list.tsx';
import { readPasskeys } from './passkeys-queries.server.ts';
import { StrongerSignIn } from './stronger-sign-in.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Passkeys' });

const PAGE = '/security/passkeys';
const GONE = 'Passkey not found.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const { zone } = await storeClock();
  const device = deviceOf(request.headers.get('user-agent')).name;
  const textCodeOnly = await hasShownTextCodeOnly(actor);
  return { passkeys: await readPasskeys(actor, zone), device, textCodeOnly };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'add': {
      const read = readForm(form, addPasskeySchema, ['credential']);
      if (!read.ok) return answerOf({ add: read.refused(), rename: undefined });
      const outcome = await addPasskey(request, actor, read.value);
      if (outcome.ok) return redirectWithFlash(PAGE, 'Passkey added.', 'success', [outcome.value.cookie]);
      if (outcome.problem.kind === 'confirm-first') return redirect(confirmPath(PAGE));
      const refusal = read.refused(passkeyMessage(outcome.problem));
      return answerOf({ add: refusal, rename: undefined }, outcome.problem);
    }
    case 'rename': {
      const read = readForm(form, namePasskeySchema);
      if (!read.ok) return answerOf({ add: undefined, rename: read.refused() });
      return (await namePasskey(actor, read.value.passkey, read.value.name))
        ? redirectWithFlash(PAGE, 'Passkey renamed.', 'success')
        : redirectWithFlash(PAGE, GONE, 'error');
    }
    case 'remove': {
      const outcome = await removePasskey(request, actor, String(form.get('passkey') ?? ''));
      if (outcome.ok) return redirectWithFlash(PAGE, 'Passkey removed.', 'success');
      if (outcome.problem.kind === 'confirm-first') return redirect(confirmPath(PAGE));
      const message = outcome.problem.kind === 'not-known' ? GONE : passkeyMessage(outcome.problem);
      return redirectWithFlash(PAGE, message, 'error');
    }
    default:
      return redirect(PAGE);
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityPasskeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, device, textCodeOnly } = loaderData;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Passkeys"
        intro="A passkey signs you in with your face, fingerprint or device PIN."
      />
      <div className="grid gap-10">
        {passkeys.length > 0 ? <PasskeyList passkeys={passkeys} refused={actionData?.rename} /> : null}
        {textCodeOnly ? (
          <StrongerSignIn returnTo={PAGE} />
        ) : (
          <AddPasskeyForm key={passkeys.length} suggested={device} refused={actionData?.add} />
        )}
      </div>
    </>
  );
}
