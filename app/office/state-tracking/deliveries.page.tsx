/** /admin/state-tracking/deliveries: what other licenses sent, and packages here that are no lot yet. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/deliveries.page';
import { answerPackages } from './answer-packages.server.ts';
import { type DeliveryView, readDeliveriesPage } from './delivery-page-queries.server.ts';
import { PackageList } from './package-list.tsx';

const PATH = '/admin/state-tracking/deliveries';

export async function loader({ request, context }: Route.LoaderArgs) {
  const found = await readDeliveriesPage(requirePermission(context, 'inventory.see', request));
  if (!found) throw new Response(null, { status: 403 });
  return found;
}

/** Also after a refusal: packages that became lots are gone from the list. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'lots.receive', request);
  const found = await readDeliveriesPage(actor);
  return answerPackages(actor, await requestForm(request), { rows: found?.loose.rows ?? [], back: PATH });
}

export const meta: Route.MetaFunction = () => [{ title: 'Deliveries · Admin' }];

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  const { isConnected, coming, accepted, loose, mayManage, mayAddProducts } = loaderData;
  const answer = useAnswer<FormRefusal>(actionData);
  useLive(['inventory'], { paused: loose.rows.length > 0 && mayManage });
  return (
    <div className="max-w-5xl">
      <BackLink to="/admin/state-tracking" label="State Tracking" />
      <h1 className="mb-2 text-2xl">Deliveries</h1>
      <p className="measure mb-6 text-ink-soft">
        A person accepts a delivery in Metrc. Then its packages become lots here.
      </p>
      {isConnected ? null : (
        <Notice title="The shop is not connected to the state’s system." className="mb-6">
          <p className="mt-1">Until it is, receive lots by hand on the lots page of their product.</p>
        </Notice>
      )}
      <div className="flex flex-col gap-8">
        <Panel title="On the way">
          <DeliveryList rows={coming} empty="Nothing is on the way." />
        </Panel>
        <Panel title="Accepted">
          <DeliveryList rows={accepted} empty="No delivery was accepted lately." />
        </Panel>
        <Panel title="Packages without a lot">
          <p className="measure mb-3 text-ink-soft">
            Packages in Metrc that came without a delivery, such as those that the farm made.
          </p>
          {loose.rows.length === 0 ? (
            <Nothing>Every package is a lot.</Nothing>
          ) : (
            <PackageList
              packages={loose}
              mayManage={mayManage}
              mayAddProducts={mayAddProducts}
              refusal={answer}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}

function DeliveryList({ rows, empty }: { rows: readonly DeliveryView[]; empty: string }) {
  if (rows.length === 0) return <Nothing>{empty}</Nothing>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map(({ id, manifest, shipper, when, packages, isAccepted, waiting }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
          <Link
            to={`${PATH}/${id}`}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            {shipper || 'Unknown shipper'}, manifest {manifest}
          </Link>
          <span className="figures text-ink-soft">{when}</span>
          <StatusBadge tone={isAccepted ? (waiting === 0 ? 'green' : 'yellow') : 'plain'}>
            {packages}
          </StatusBadge>
        </li>
      ))}
    </ul>
  );
}
