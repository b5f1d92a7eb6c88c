/** One customer for staff: masked profile, verification, orders, notes, bans, activity, and history. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { History } from '#office/audit/history.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { ConfirmAnswer } from '#ui/confirm.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/customer.page';
import { ActivityList } from './activity-list.tsx';
import { answerCustomer } from './answer-customer.server.ts';
import { Bans, Notes, Points, SecondFactor, Sessions } from './customer-account.tsx';
import { BanNotice, CustomerHead } from './customer-head.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { readCustomerPage } from './customer-page-queries.server.ts';
import { CustomerProfile } from './customer-profile.tsx';
import { readCustomer } from './customer-queries.server.ts';
import { LicensePanel } from './license-panel.tsx';
import { MissedPickups } from './missed-pickups.tsx';
import { useCustomerAnswer } from './use-customer-answer.ts';
import { Verification } from './verification.tsx';

const PATH = '/admin/customers';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  return readCustomerPage(actor, params.customerId, request);
}

/** Also after a refusal, which may be because the customer has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  const { customerId } = params;
  // The answer is the same for a customer that does not exist and one the actor may not see.
  if (!(await readCustomer(actor, customerId))) throw new Response(null, { status: 404 });
  return answerCustomer(actor, customerId, request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.customer.name ?? 'Customer'} · Admin` },
];

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, orders, open, activity, history, mayDo, missed, today, verify } = loaderData;
  const answer = useAnswer(actionData);
  // Each load of the panel shows the license, which is recorded.
  useLive([`user:${customer.id}`], { paused: verify !== null });
  const { ofNote, ofDialog, refused, summary } = useCustomerAnswer(answer);
  return (
    <ConfirmAnswer value={ofDialog}>
      <CustomerHead of={customer} mayManage={mayDo.manage} />
      {verify ? <LicensePanel of={verify} back={`${PATH}/${customer.id}`} /> : null}
      <div ref={summary}>{refused ? <ErrorSummary refusal={refused} className="mb-6" /> : null}</div>
      <BanNotice of={customer} />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <Panel title="Profile">
            <CustomerProfile of={customer} may={mayDo} shown={answer?.shown ?? null} />
          </Panel>
          <Panel title="Verification" id="verification">
            <Verification of={customer} may={mayDo} today={today} />
          </Panel>
          {orders ? <CustomerOrders of={orders} email={customer.email} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Panel title="Notes">
            <Notes of={customer} may={mayDo} refusal={ofNote} />
          </Panel>
          <Panel title="Loyalty points">
            <Points of={customer} may={mayDo} />
          </Panel>
          <Panel title="Missed pickups" id="missed-pickups">
            <MissedPickups of={customer} missed={missed} />
          </Panel>
          <Panel title="Bans">
            <Bans of={customer} may={mayDo} open={open} />
          </Panel>
          {mayDo.manage ? (
            <>
              <Panel title="Sessions">
                <Sessions of={customer} may={mayDo} />
              </Panel>
              <Panel title="Two-factor sign-in">
                <SecondFactor of={customer} may={mayDo} />
              </Panel>
            </>
          ) : null}
          <Panel title="Latest activity">
            <ActivityList lines={activity} />
          </Panel>
          <Panel title="History">
            <History lines={history} />
          </Panel>
        </div>
      </div>
    </ConfirmAnswer>
  );
}
