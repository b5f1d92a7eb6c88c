/** /counter/switch: who works on this tablet now. A shared tablet needs no sign-in to show it; any other one says how. */
import { data } from 'react-router';
import {
  readColleagues,
  readSharedTablets,
  readTablet,
} from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { clearFlashCookie, readFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/switch.page';
import { answerSwitch } from './answer-switch.server.ts';
import { counterPath } from './counter-path.ts';
import { NotShared } from './not-shared.tsx';
import { TabletFrame } from './tablet-frame.tsx';
import { TakeOverForm } from './take-over-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const tablet = await readTablet(request.headers);
  const actor = tablet ? context.get(actorContext) : requirePermission(context, 'orders.manage', request);
  const { store } = await readSettings();
  const flash = readFlash(request);
  const others = await readSharedTablets(actor, tablet?.id ?? null);
  return data(
    {
      ...{ farmName: store.name, flash, tablet },
      working: actor.kind === 'user' ? actor.name : null,
      colleagues: tablet ? await readColleagues(tablet) : [],
      others: others.map(({ since, ...other }) => ({
        ...other,
        since: formatDateTime(instantOf(since), store.zone),
      })),
      to: counterPath(new URL(request.url).searchParams.get('to') ?? ''),
    },
    { headers: flash ? { 'Set-Cookie': clearFlashCookie } : {} },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerSwitch(request, context.get(actorContext), await requestForm(request));
}

export const meta: Route.MetaFunction = () => [
  { title: 'Switch · Counter' },
  { name: 'robots', content: 'noindex' },
];

export default function SwitchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { farmName, flash, tablet, working, colleagues, others, to } = loaderData;
  return (
    <TabletFrame farmName={farmName} flash={flash}>
      {tablet ? (
        <TakeOverForm
          tablet={tablet.name}
          working={working}
          colleagues={colleagues}
          to={to}
          refusal={actionData}
        />
      ) : (
        <NotShared others={others} />
      )}
    </TabletFrame>
  );
}
