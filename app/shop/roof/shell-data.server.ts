/** Loads the data of every shop page's frame. */
import type { RouterContextProvider } from 'react-router';
import { offeredProviders } from '#core/accounts/identity/providers/providers.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { addressOf } from '#core/ground/settings/contact.ts';
import { pauseEnd, pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettingsForFrame } from '#core/ground/settings/settings-queries.server.ts';
import { UNNAMED } from '#core/ground/settings/store-facts.ts';
import { rehearsalSince } from '#core/running/rehearsals/rehearsals-queries.server.ts';
import { readCart } from '#core/sales/checkout/cart.ts';
import { announcedDays } from '#core/sales/pickup/announced-days.ts';
import { postedWeek } from '#core/sales/pickup/posted-week.ts';
import { noticeForAge } from '#kernel/age.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { noteShownUntil } from '#platform/pages/shown.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { readFlash } from '#platform/requests/flash.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { ShellData, ShellVisitor } from '#shop/kit/shell-data.ts';
import { unreadCount } from '#shop/notifications/notifications-queries.server.ts';

export async function readShell(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ShellData> {
  const actor = context.get(actorContext);
  const { ageAffirmed } = context.get(requestInfo);
  const [{ store: own, warnings, ordering, pickup, compliance, opening }, visitor] = await Promise.all([
    readSettingsForFrame(),
    readShellVisitor(actor),
  ]);
  const pause = pauseWords(ordering, { now: systemClock(), zone: own.zone });
  if (pause !== null)
    noteShownUntil(pauseEnd(ordering.until, own.zone)?.epochMilliseconds ?? Number.POSITIVE_INFINITY);
  const isOpen = opening.isOpen || may(actor, 'backoffice.enter');
  const store = isOpen ? own : { ...own, ...unnamed };
  const today = storeDate(systemClock(), store.zone);
  return {
    store: {
      name: store.name,
      legalName: store.legalName,
      licenseNumber: store.licenseNumber,
      licenseType: store.licenseType,
      phone: store.phone,
      email: store.email,
      adultsOnlyNotice: noticeForAge(store.adultsOnlyNotice, compliance.minimumAge),
      tagline: store.tagline,
      description: store.description,
      address: isOpen ? addressOf(store) : '',
      minimumAge: compliance.minimumAge,
      hours: isOpen ? postedWeek(pickup, today) : { week: [], different: [] },
      year: today.year,
    },
    warnings,
    pause,
    announced: isOpen ? announcedDays(pickup, today) : [],
    providers: offeredProviders(),
    visitor,
    cartLines: readCart(cartCookie.read(request.headers.get('cookie'))).length,
    ageAffirmed,
    ageGateDays: compliance.ageGateDays,
    isOpen,
    rehearsal: await rehearsalSince(),
    flash: readFlash(request),
  };
}

/** Until the shop opens, its settings may be the shipped sample. */
const unnamed = {
  name: UNNAMED,
  legalName: '',
  licenseNumber: '',
  licenseType: '',
  phone: '',
  email: '',
  adultsOnlyNotice: '',
  tagline: '',
  description: '',
};

async function readShellVisitor(actor: Actor): Promise<ShellVisitor | null> {
  if (actor.kind === 'guest') return null;
  return {
    userId: actor.userId,
    sessionId: actor.sessionId,
    name: actor.name,
    email: actor.email,
    mayEnterBackOffice: may(actor, 'backoffice.enter'),
    unread: await unreadCount(actor),
  };
}
