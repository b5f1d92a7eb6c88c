/**
 * /embed/menu?site=…: the menu for a frame on another site (decision 68). Asks for the visitor's age first, every time a
 * frame opens: cookies of a frame are blocked in most browsers, so the answer is in the form, and the frame remembers it.
 */

import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { mayShowMenu } from '#core/ground/settings/sharing.ts';
import { smallResponse } from '#platform/pages/small-page.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/embed-menu.resource';
import { gateFrame, menuFrame, refusalFrame } from './embed-document.tsx';
import { readEmbeddedMenu } from './embed-queries.server.ts';

const NOT_LISTED = {
  title: 'Not shown here.',
  text: 'The farm has not listed this site. Its menu is in the shop.',
};

async function frameOf({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  const { origin } = context.get(requestInfo);
  const { searchParams } = new URL(request.url);
  const settings = await readSettings();
  const site = searchParams.get('site') ?? '';
  if (!mayShowMenu(settings.sharing, site, origin))
    throw smallResponse(403, request.headers.get('accept'), { words: NOT_LISTED });
  return { site, origin, settings, category: searchParams.get('category') };
}

export async function loader(args: Route.LoaderArgs) {
  return gateFrame(await frameOf(args));
}

export async function action(args: Route.ActionArgs) {
  const [frame, form] = await Promise.all([frameOf(args), requestForm(args.request)]);
  if (form.get('age') !== 'of-age') return refusalFrame(frame);
  return menuFrame(frame, await readEmbeddedMenu(frame.category));
}
