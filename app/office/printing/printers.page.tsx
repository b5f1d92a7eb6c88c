/** Printers of receipts and labels: what each prints and last said, its address, its papers; and a new one. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readPrinters } from '#core/sales/printing/printers-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/printers.page';
import { answerPrinters } from './answer-printers.server.ts';
import { PrinterCard } from './printer-card.tsx';
import { PrinterFields } from './printer-fields.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const printers = await readPrinters(actor);
  if (!printers) throw new Response(null, { status: 403 });
  return { printers, origin: context.get(requestInfo).origin, key: newId<string>() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerPrinters(actor, await requestForm(request));
}

export default function Printers({ loaderData, actionData }: Route.ComponentProps) {
  const { printers, origin, key } = loaderData;
  useLive(['operations']);
  const isAdding = useNavigation().formData?.get('intent') === 'add';
  const refused = (printer: string) => (actionData?.printer === printer ? actionData.refusal : undefined);
  return (
    <>
      <p className="mb-6 text-ink-soft">
        Printers ask the shop for what they print, or a tablet at the counter asks for them. They need no
        driver. Where there is none, receipts and labels are PDFs.
      </p>
      {printers.length === 0 ? <p className="text-ink-soft">No printers yet.</p> : null}
      <ul className="grid gap-5">
        {printers.map((printer) => (
          <li key={printer.id}>
            <PrinterCard {...{ printer, origin }} newKey={key} refusal={refused(printer.id)} />
          </li>
        ))}
      </ul>
      <h2 className="mt-10 mb-4 text-lg">New printer</h2>
      <CheckedForm key={printers.length} refusal={refused('new')} className="flex flex-col gap-5">
        <input type="hidden" name="intent" value="add" />
        <PrinterFields refusal={refused('new')} />
        <Button type="submit" busy={isAdding} busyText="Adding…" className="self-start">
          Add printer
        </Button>
      </CheckedForm>
    </>
  );
}
