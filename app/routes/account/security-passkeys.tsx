/** /security/passkeys: adds, names and removes passkeys. */
import { data, redirect } from 'react-router';
import { deviceOf } from '#features/activity/device.ts';
import { addPasskey, namePasskey, removePasskey } from '#features/identity/change-passkeys.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { addPasskeySchema, namePasskeySchema, passkeyMessage } from '#features/identity/passkey.ts';
import { readPasskeys } from '#features/identity/passkeys-queries.server.ts';
import { confirmPath } from '#features/identity/recent-sign-in.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { AddPasskeyForm, PasskeyList } from '#features/identity/ui/passkey-list.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-passkeys';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Passkeys' });

const PAGE = '/security/passkeys';
const GONE = 'That passkey is not in the list any more.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const { zone } = await storeClock();
  const device = deviceOf(request.headers.get('user-agent')).name;
  return { passkeys: await readPasskeys(actor, zone), device };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'add': {
      const read = readForm(form, addPasskeySchema, ['credential']);
      if (!read.ok) return data({ add: read.refused(), rename: undefined }, { status: 400 });
      const outcome = await addPasskey(request, actor, read.value);
      if (outcome.ok) return redirectWithFlash(PAGE, 'The passkey is added.', 'success');
      if (outcome.problem.kind === 'confirm-first') return redirect(confirmPath(PAGE));
      const refusal = read.refused(passkeyMessage(outcome.problem));
      return data({ add: refusal, rename: undefined }, refusalInit(outcome.problem));
    }
    case 'rename': {
      const read = readForm(form, namePasskeySchema);
      if (!read.ok) return data({ add: undefined, rename: read.refused() }, { status: 400 });
      return (await namePasskey(actor, read.value.passkey, read.value.name))
        ? redirectWithFlash(PAGE, 'The passkey is renamed.', 'success')
        : redirectWithFlash(PAGE, GONE, 'error');
    }
    case 'remove': {
      const outcome = await removePasskey(request, actor, String(form.get('passkey') ?? ''));
      if (outcome.ok) return redirectWithFlash(PAGE, 'The passkey is removed.', 'success');
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
  const { passkeys, device } = loaderData;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Passkeys"
        intro="A passkey signs you in with your face, fingerprint or device PIN."
      />
      <div className="grid gap-10">
        {passkeys.length > 0 ? <PasskeyList passkeys={passkeys} refused={actionData?.rename} /> : null}
        <AddPasskeyForm key={passkeys.length} suggested={device} refused={actionData?.add} />
      </div>
    </>
  );
}
