/** /counter/orders/ORD042/paper: an order's labels and its slip, on a printer of the store or as PDFs for any other. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { printLabels } from '#core/sales/printing/print-receipt.server.ts';
import { readPrinterChoices } from '#core/sales/printing/printers-queries.server.ts';
import { printingMessage } from '#core/sales/printing/printing.ts';
import { newId } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Printer } from '#ui/icons.ts';
import { BackLink } from '#ui/page-head.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import { PaperLink } from '../kit/paper-link.tsx';
import type { Route } from './+types/order-paper.page';
import { readPackingOrder } from './packing-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readPackingOrder(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  return { number: order.number, printers: await readPrinterChoices('labels'), key: newId<string>() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const form = await requestForm(request);
  const [printerId, key] = ['printer', 'key'].map((name) => String(form.get(name) ?? '').slice(0, 40));
  const here = `/counter/orders/${params.orderId}/paper`;
  const outcome = await printLabels(actor, {
    ...{ number: params.orderId, printerId: printerId ?? '', key: key ?? '' },
  });
  return outcome.ok
    ? redirectWithFlash(here, 'The labels are printing.', 'success')
    : redirectWithFlash(here, printingMessage(outcome.problem), 'error');
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Print ${params.orderId} · Counter` }];

const way = 'min-h-14 wrap-anywhere';

export default function OrderPaper({ loaderData: { number, printers, key } }: Route.ComponentProps) {
  const sent = useNavigation().formData;
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={`/counter/orders/${number}/packing`} label={`Pack ${number}`} />
      <h1 className="mb-4 text-2xl">Print {number}</h1>
      <h2 className="mb-2 text-lg">Labels of its bag and units</h2>
      <div className="mb-8 flex flex-wrap gap-3">
        {printers.map(({ id, name }) => (
          <Form key={id} method="post" preventScrollReset>
            <input type="hidden" name="printer" value={id} />
            <input type="hidden" name="key" value={key} />
            <Button
              type="submit"
              rank="secondary"
              className={way}
              busy={sent?.get('printer') === id}
              busyText="Printing…"
            >
              <Printer aria-hidden="true" className="size-5" /> Print labels: {name}
            </Button>
          </Form>
        ))}
        <PaperLink href={`/counter/orders/${number}/labels.pdf`}>4 × 2 in PDF</PaperLink>
      </div>
      <h2 className="mb-2 text-lg">Order slip</h2>
      <div className="flex flex-wrap gap-3">
        <PaperLink href={`/counter/orders/${number}/roll.pdf`}>80 mm PDF</PaperLink>
        <PaperLink href={`/counter/orders/${number}/roll.pdf?width=58`}>58 mm PDF</PaperLink>
      </div>
    </div>
  );
}
