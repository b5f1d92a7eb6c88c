/** The lots of a product: receive, count, test, quarantine. What each person may do of it, their rights say. */
import { useRef } from 'react';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { isCannabis } from '#core/goods/catalogue/products/product.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { may } from '#core/ground/access/actor.ts';
import { WhoBought } from '#office/kit/who-bought.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/product-lots.page';
import { answerLots } from './answer-lots.server.ts';
import { CertificateUpload } from './certificate-upload.tsx';
import { LotCard, type LotRefusal, PapersForm } from './lot-card.tsx';
import { readProductLots } from './product-lots-queries.server.ts';
import { readStockedProduct } from './product-name-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.id);
  const product = id === null ? null : await readStockedProduct(actor, id);
  if (!product) throw new Response(null, { status: 404 });
  return {
    product,
    lots: await readProductLots(actor, product.id),
    may: {
      manage: may(actor, 'inventory.manage'),
      receive: may(actor, 'lots.receive'),
      putOnSale: may(actor, 'lots.release'),
      count: may(actor, 'inventory.count'),
    },
  };
}

export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  return answerLots(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Lots of ${loaderData?.product.name ?? 'a product'} · Admin` },
];

export default function ProductLots({ loaderData, actionData }: Route.ComponentProps) {
  const { product, lots, may: viewer } = loaderData;
  const refusal = useAnswer(actionData as LotRefusal | undefined);
  useLive(['inventory']);
  const newest = Math.max(...lots.map(({ id }) => id));
  const newestHeading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(newestHeading);
  return (
    <div className="max-w-4xl">
      <BackLink
        to={viewer.manage ? `/admin/products/${product.id}` : '/admin/inventory'}
        label={viewer.manage ? 'Edit Product' : 'Inventory'}
      />
      <h1 className="mb-2 text-2xl">Lots of {product.name}</h1>
      <div className="mb-4">
        <WhoBought of="product" id={product.id} />
      </div>
      {lots.length === 0 ? <p className="text-ink-soft">No lots yet.</p> : null}
      <ul className="flex flex-col gap-4">
        {lots.map((lot) => (
          <LotCard
            key={lot.id}
            lot={lot}
            heading={lot.id === newest ? newestHeading : undefined}
            refusal={refusal}
            may={viewer}
            cannabis={isCannabis(product)}
            certificateForm={<CertificateUpload productId={product.id} lot={lot} />}
          />
        ))}
      </ul>
      {viewer.receive ? (
        <section className="mt-10">
          <h2 className="mb-4 text-xl">Receive a lot</h2>
          <PapersForm
            key={lots.length}
            at="receive"
            values={{}}
            refusal={refusal}
            cannabis={isCannabis(product)}
            intent="receive"
            submit="Receive lot"
            delivery
          />
        </section>
      ) : null}
    </div>
  );
}
