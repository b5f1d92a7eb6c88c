/** /counter/registers: which register this tablet is at, and the screens that customers see. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readDisplays } from '#core/sales/displays/display-view-queries.server.ts';
import { readRegisters } from '#core/sales/line/line-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import { registerOf } from '../kit/register-cookie.ts';
import type { Route } from './+types/registers.page';
import { answerRegisters } from './answer-registers.server.ts';
import { RegisterList } from './register-list.tsx';
import { ScreenList } from './screen-list.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const [registers, screens] = await Promise.all([readRegisters(), readDisplays(actor, systemClock())]);
  return { registers, screens, own: registerOf(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerRegisters(actor, await requestForm(request));
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Registers · Counter' }];

export default function RegistersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registers, screens, own } = loaderData;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  useLive(['line']);
  const of = (intent: string) => (answer?.values.intent === intent ? answer : undefined);
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to="/counter" label="Board" />
      <h1 className="mb-4 text-2xl">Registers</h1>
      <RegisterList registers={registers} own={own} refusal={of('add')} />
      <ScreenList screens={screens} registers={registers} refusal={of('pair')} />
    </div>
  );
}
