/** The lots of a product: received, counted, tested, quarantined, recalled. Staff count and quarantine; the rest is the admins'. */
import { data, Link } from 'react-router';
import { may } from '#features/access/actor.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { FileUpload } from '#features/catalogue/ui/picture-upload.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { countLot } from '#features/inventory/count-lot.server.ts';
import { editLot } from '#features/inventory/edit-lot.server.ts';
import { readCountReason, readPapers, readTestStatus } from '#features/inventory/lot-form.ts';
import { type LotProblem, lotMessage } from '#features/inventory/lots.ts';
import { readProductLots } from '#features/inventory/product-lots-queries.server.ts';
import { readStockedProduct } from '#features/inventory/product-name-queries.server.ts';
import { quarantineLot } from '#features/inventory/quarantine-lot.server.ts';
import { recallLot } from '#features/inventory/recall-lot.server.ts';
import { receiveLot } from '#features/inventory/receive-lot.server.ts';
import { releaseLot } from '#features/inventory/release-lot.server.ts';
import { LotCard, type LotRefusal, PapersForm } from '#features/inventory/ui/lot-card.tsx';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/product-lots';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const id = readProductId(params.id);
  const product = id === null ? null : await readStockedProduct(actor, id);
  if (!product) throw new Response(null, { status: 404 });
  return {
    product,
    lots: await readProductLots(actor, product.id),
    mayManage: may(actor, 'inventory.manage'),
  };
}

export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  const form = await requestForm(request);
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value.slice(0, 500);
  const back = `/admin/products/${id}/lots`;
  const refused = (refusal: Partial<LotRefusal>, status = 400) =>
    data<LotRefusal>({ at: values.at ?? '', errors: {}, ...refusal, values }, { status });
  const answer = (outcome: Result<unknown, LotProblem>, message: string) =>
    outcome.ok
      ? redirectWithFlash(back, message, 'success')
      : refused({ message: lotMessage(outcome.problem) }, outcome.problem.kind === 'not-allowed' ? 403 : 409);
  // A lot that is not this product's is one that does not exist.
  const lots = await readProductLots(actor, id);
  const lotId = lots.find((lot) => String(lot.id) === values.lotId)?.id ?? 0;
  const reason = values.reason ?? '';
  switch (values.intent) {
    case 'count': {
      const counted = (values.counted ?? '').trim();
      if (!/^\d{1,7}$/.test(counted))
        return refused({ errors: { counted: [lotMessage({ kind: 'count-invalid' })] } });
      const outcome = await countLot(actor, {
        lotId,
        counted: Number(counted),
        expected: Number(values.expected),
        reason: readCountReason(reason),
        note: values.note ?? '',
      });
      return answer(outcome, 'Count saved.');
    }
    case 'papers':
    case 'receive': {
      const read = readPapers(values);
      const quantity = (values.quantity ?? '').trim();
      const isDelivery = values.intent === 'receive';
      const missing = isDelivery && !/^[1-9]\d{0,6}$/.test(quantity);
      if (!read.ok || missing)
        return refused({
          errors: {
            ...(read.ok ? {} : read.errors),
            ...(missing ? { quantity: [lotMessage({ kind: 'quantity-invalid' })] } : {}),
          },
        });
      return isDelivery
        ? answer(
            await receiveLot(actor, { productId: id, quantity: Number(quantity), ...read.papers }),
            'Lot received.',
          )
        : answer(await editLot(actor, lotId, read.papers), 'Batch saved.');
    }
    case 'quarantine':
      return answer(await quarantineLot(actor, { lotId, reason }), 'The lot is off sale.');
    case 'release': {
      const testStatus = readTestStatus(values.testStatus ?? '') ?? undefined;
      return answer(await releaseLot(actor, { lotId, reason, testStatus }), 'The lot is on sale.');
    }
    case 'recall':
      return answer(await recallLot(actor, { lotId, reason }), 'The lot is recalled.');
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Lots of ${loaderData?.product.name ?? 'a product'} · Admin` },
];

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export default function ProductLots({ loaderData, actionData }: Route.ComponentProps) {
  const { product, lots, mayManage } = loaderData;
  const refusal = useAnswer(actionData as LotRefusal | undefined);
  useLive(['inventory']);
  return (
    <div className="max-w-4xl">
      <p className="mb-1">
        <Link to={mayManage ? `/admin/products/${product.id}` : '/admin/inventory'} className={link}>
          {mayManage ? 'Edit Product' : 'Inventory'}
        </Link>
      </p>
      <h1 className="mb-6 text-2xl">Lots of {product.name}</h1>
      {lots.length === 0 ? <p className="text-ink-soft">No lot has been received yet.</p> : null}
      <ul className="flex flex-col gap-4">
        {lots.map((lot) => (
          <LotCard
            key={lot.id}
            lot={lot}
            refusal={refusal}
            mayManage={mayManage}
            certificateForm={
              <FileUpload
                action={`/admin/lot-certificates?product=${product.id}`}
                field="certificate"
                label={`Certificate of analysis for batch ${lot.batchNumber}`}
                hint="PDF, 5 MB at most. Shoppers can open it from the product’s page."
                accept="application/pdf"
                submit="Upload"
              >
                <input type="hidden" name="lotId" value={lot.id} />
              </FileUpload>
            }
          />
        ))}
      </ul>
      {mayManage ? (
        <section className="mt-10">
          <h2 className="mb-4 text-xl">Receive a lot</h2>
          <PapersForm
            key={lots.length}
            at="receive"
            values={{ testStatus: product.productType === 'cannabis' ? 'TestPassed' : '' }}
            refusal={refusal}
            intent="receive"
            submit="Receive lot"
            delivery
          />
        </section>
      ) : null}
    </div>
  );
}
