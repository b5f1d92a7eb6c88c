/**
 * POST /display/state: what a screen for customers shows now, by its cookie alone. A POST, because the first one after staff
 * typed its code pairs it. 403 without the cookie, which the page sets.
 */
import { askDisplay } from '#core/sales/displays/ask-display.server.ts';
import { readDisplayToken } from '#core/sales/displays/display-cookie.server.ts';
import type { Route } from './+types/display-state.resource';

export async function action({ request }: Route.ActionArgs) {
  const token = readDisplayToken(request.headers.get('cookie'));
  const headers = { 'Cache-Control': 'no-store' };
  return token === null
    ? Response.json({ message: 'Open /display first.' }, { status: 403, headers })
    : Response.json(await askDisplay(token), { headers });
}
