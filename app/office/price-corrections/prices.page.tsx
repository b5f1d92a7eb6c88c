/** What a product cost, from when until when, who changed it, and the corrections of wrong prices. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readPriceHistory } from '#core/goods/catalogue/price-history/price-history-queries.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readCorrections } from '#core/sales/price-corrections/corrections-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { Panel } from '#office/kit/panel.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/prices.page';
import { presentCorrection } from './present-correction.ts';
import { presentSpans } from './present-prices.ts';
import { Corrections, Spans } from './price-tables.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  const found = id === null ? null : await readPriceHistory(actor, id);
  if (!found) throw new Response(null, { status: 404 });
  const { product, spans } = found;
  const { now, zone } = await storeClock();
  const path = `/admin/products/${product.id}`;
  return {
    product: { id: product.id, name: product.name },
    mayCorrect: may(actor, 'refunds.any-amount'),
    spans: presentSpans(spans, { path, zone, now, createdAt: instantOf(product.createdAt) }),
    corrections: (await readCorrections(actor, product.id)).map((each) => presentCorrection(each, zone)),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Prices of ${loaderData?.product.name ?? 'a product'} · Admin` },
];

export default function Prices({ loaderData }: Route.ComponentProps) {
  const { product, spans, corrections, mayCorrect } = loaderData;
  useLive(['inventory']);
  return (
    <div className="max-w-5xl">
      <BackLink to={`/admin/products/${product.id}`} label="Edit Product" />
      <h1 className="text-2xl">Prices of {product.name}</h1>
      <p className="measure mt-1 mb-5 text-ink-soft">
        What one unit cost before tax, newest first. Was a price wrong? Open its buyers to refund the
        difference.
      </p>
      <Spans spans={spans} mayCorrect={mayCorrect} />
      {mayCorrect ? (
        <Panel title="Corrections" className="mt-10">
          <Corrections corrections={corrections} />
        </Panel>
      ) : null}
    </div>
  );
}
