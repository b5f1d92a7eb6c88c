/** Loads the page of sign-in providers: plain data, without secrets. */
import { countOnlyWayIn } from '#core/accounts/identity/providers/only-way-in-queries.server.ts';
import {
  callbackOf,
  offeredProviders,
  providerOf,
} from '#core/accounts/identity/providers/providers.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { serviceOf, shownTexts } from '#core/running/connections/connection-form.ts';
import { isSetOutside, publicOriginOf } from '#core/running/connections/open-connections.server.ts';
import {
  idOfKind,
  isProviderKind,
  onlyWayInWords,
  type ProviderKind,
  providerOfValues,
  providerServices,
} from '#core/running/connections/provider-connection.ts';
import { readStoredConnection } from '#core/running/connections/shop-connections-queries.server.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { stateOf } from './connection-page-queries.server.ts';

export async function readProviderPage(actor: SignedIn, request: Request) {
  const kind = new URL(request.url).searchParams.get('service');
  return {
    offered: offeredProviders().map(({ name }) => name),
    chosen: isProviderKind(kind) ? await readChosen(actor, kind, request.url) : null,
    confirmAt: await confirmAtFor(actor, request),
  };
}

async function readChosen(actor: SignedIn, kind: ProviderKind, url: string) {
  const stored = await readStoredConnection(actor, kind);
  const service = serviceOf(providerServices, kind);
  if (!stored || !service) throw new Response(null, { status: 403 });
  const id = idOfKind(kind);
  const provider = providerOf(id) ?? (stored.values && providerOfValues(stored.values));
  const name = provider?.name || service.name;
  const people = provider ? await countOnlyWayIn(provider.issuer) : 0;
  return {
    ...{ kind, name, version: stored.version, hasStored: stored.values !== null },
    state: stateOf(stored, { place: name }, isSetOutside(kind)),
    texts: shownTexts(service, stored.values),
    callback: callbackOf(publicOriginOf() ?? new URL(url).origin, id),
    alsoLost: onlyWayInWords(people),
  };
}
