/** POST /browser-errors: a page reports that it failed in a browser. 204 if it was recorded, 429 if there are too many. */
import { addressOf } from '#core/accounts/identity/sessions/client-address.server.ts';
import { browserErrorSchema, REPORT_LIMIT } from '#core/running/operations/browser-error.ts';
import { recordBrowserError } from '#core/running/operations/record-browser-error.server.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/browser-error.resource';

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request, REPORT_LIMIT), browserErrorSchema);
  if (!read.ok) return new Response(null, { status: 400 });
  const isRecorded = await recordBrowserError(addressOf(request), read.value);
  return new Response(null, { status: isRecorded ? 204 : 429 });
}
