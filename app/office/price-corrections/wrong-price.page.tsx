/** Everyone who paid a wrong price, by the address’s query, and the form that corrects it. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { may } from '#core/ground/access/actor.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { buttonClass } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Download } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/wrong-price.page';
import { AffectedTable } from './affected-table.tsx';
import { answerWrongPrice } from './answer-wrong-price.server.ts';
import { CorrectForm } from './correct-form.tsx';
import { readWrongPrice } from './read-wrong-price.server.ts';
import { WrongPriceForm } from './wrong-price-fields.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.any-amount', request);
  const id = readProductId(params.id);
  const page = id === null ? null : await readWrongPrice(actor, id, new URL(request.url).searchParams);
  if (!page) throw new Response(null, { status: 404 });
  return { ...page, mayExport: may(actor, 'records.export') };
}

/** Also after a refusal: the list may have changed. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.any-amount', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  return answerWrongPrice(actor, id, request, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Wrong price of ${loaderData?.product.name ?? 'a product'} · Admin` },
];

export default function WrongPrice({ loaderData, actionData }: Route.ComponentProps) {
  const { product, batches, fields, errors, found, mayExport } = loaderData;
  const refusal = useAnswer(actionData as FormRefusal | undefined);
  const path = `/admin/products/${product.id}`;
  const query = new URLSearchParams(fields);
  return (
    <div className="max-w-6xl">
      <BackLink to={`${path}/prices`} label="Prices" />
      <h1 className="text-2xl">Wrong price of {product.name}</h1>
      <p className="measure mt-1 mb-6 text-ink-soft">
        Everyone who reserved, ordered or bought it between two times. Nothing changes until you correct it.
        This is for a wrong list price, not for a missing discount.
      </p>
      <WrongPriceForm fields={fields} errors={errors} batches={batches} isAsked={found !== null} />
      {found ? (
        <section id="found" aria-label="Who paid it" className="mt-10 scroll-mt-6">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <h2 className="text-lg">
              {found.affected.people === 1 ? '1 person' : `${found.affected.people} people`} paid too much
            </h2>
            {mayExport ? (
              <a
                href={`${path}/wrong-price/export?${query}`}
                className={buttonClass('secondary', 'small', 'min-h-11')}
              >
                <Download aria-hidden="true" className="size-4" /> Export CSV
              </a>
            ) : null}
          </div>
          <AffectedTable affected={found.affected} at={(page) => `?${query}&page=${page}#found`} />
          {found.stillPaid === null ? null : (
            <Notice
              tone="caution"
              title={`The list price is still ${found.stillPaid}.`}
              className="mt-8 max-w-3xl"
            >
              A correction does not change it. If it is wrong,{' '}
              <Link to={path}>change it in Edit Product</Link> first.
            </Notice>
          )}
          {found.affected.corrects > 0 ? <CorrectForm found={found} refusal={refusal} /> : null}
        </section>
      ) : null}
    </div>
  );
}
