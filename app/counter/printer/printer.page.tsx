/** /counter/printer: sets this tablet up for a printer that is plugged into it, or paired with it. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { printTestHere } from '#core/sales/printing/print-by-tablet.server.ts';
import { readPrinterChoices } from '#core/sales/printing/printers-queries.server.ts';
import { printingMessage } from '#core/sales/printing/printing.ts';
import { newId } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { BackLink } from '#ui/page-head.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import type { Route } from './+types/printer.page';
import { SetUpPrinter } from './set-up-printer.tsx';

const HERE = '/counter/printer';

export async function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'orders.manage', request);
  return { printers: await readPrinterChoices('tablets'), testKey: newId<string>() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const form = await requestForm(request);
  const outcome = await printTestHere(actor, {
    printerId: String(form.get('printer') ?? ''),
    key: String(form.get('key') ?? '').slice(0, 40),
  });
  return outcome.ok
    ? redirectWithFlash(HERE, 'A test page is on its way.', 'success')
    : redirectWithFlash(HERE, printingMessage(outcome.problem), 'error');
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Printer · Counter' }];

export default function PrinterPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/counter" label="Board" />
      <h1 className="mb-4 text-2xl">Printer of this tablet</h1>
      <SetUpPrinter {...loaderData} />
    </div>
  );
}
