/** One delivery: its packages, and the lots that they are or become. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/delivery.page';
import { answerPackages } from './answer-packages.server.ts';
import { readDeliveryPage } from './delivery-page-queries.server.ts';
import { PackageList } from './package-list.tsx';

const PATH = '/admin/state-tracking/deliveries';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const found = await readDeliveryPage(actor, params.id);
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

/** Also after a refusal: packages that became lots are shown as such. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'lots.receive', request);
  const found = await readDeliveryPage(actor, params.id);
  if (!found) throw new Response(null, { status: 404 });
  const { rows } = found.packages;
  return answerPackages(actor, await requestForm(request), { rows, back: `${PATH}/${found.delivery.id}` });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Manifest ${loaderData?.delivery.manifest ?? ''} · Admin` },
];

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, isVoided, packages, mayManage, mayAddProducts, onSale } = loaderData;
  const answer = useAnswer<FormRefusal>(actionData);
  useLive(['inventory'], { paused: delivery.waiting > 0 && mayManage });
  return (
    <div className="max-w-5xl">
      <BackLink to={PATH} label="Deliveries" />
      <h1 className="mb-4 text-2xl wrap-anywhere">Manifest {delivery.manifest}</h1>
      <div className="mb-6">
        <Facts
          facts={[
            ['Shipper', delivery.shipper || 'Unknown'],
            ['License', delivery.license || 'Unknown'],
            ['Arrival', delivery.when],
            ['Packages', delivery.packages],
          ]}
        />
      </div>
      {isVoided ? (
        <Notice tone="caution" title="This delivery was voided in Metrc." className="mb-6" />
      ) : delivery.isAccepted ? null : (
        <Notice title="It is on its way." className="mb-6">
          <p className="mt-1">
            Count it when it arrives, and accept it in Metrc. A minute or two later its packages can become
            lots here.
          </p>
        </Notice>
      )}
      {onSale !== null ? (
        <ButtonLink to={onSale} className="mb-6">
          Put its lots on sale
        </ButtonLink>
      ) : null}
      <PackageList
        packages={packages}
        mayManage={mayManage}
        mayAddProducts={mayAddProducts}
        refusal={answer}
      />
    </div>
  );
}
