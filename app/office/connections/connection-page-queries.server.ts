/** Loads the page of a connection: plain data, without secrets. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { serviceOf, shownTexts } from '#core/running/connections/connection-form.ts';
import { isSetOutside } from '#core/running/connections/open-connections.server.ts';
import { shopConnectionList } from '#core/running/connections/shop-connection.ts';
import { readStoredConnection } from '#core/running/connections/shop-connections-queries.server.ts';
import { readConnections } from '#core/running/connections/test-connection.server.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';

export type ConnectionStateData = {
  setBy: 'environment' | 'office' | null;
  /** 'smtp.example.com:587'. */
  place: string;
  /** Who or what a test goes to. */
  to: string | null;
  works: boolean | null;
  trouble: string | null;
  /** Whether what is stored cannot be decrypted. */
  isUnreadable: boolean;
};

export async function readConnectionPage(actor: SignedIn, kind: ShopConnectionKind, request: Request) {
  const [stored, connections, confirmAt] = await Promise.all([
    readStoredConnection(actor, kind),
    readConnections(actor),
    confirmAtFor(actor, request),
  ]);
  const shown = connections?.find((each) => each.kind === kind);
  if (!stored || !shown) throw new Response(null, { status: 403 });
  const { services } = shopConnectionList[kind];
  const storedService = stored.values?.service ?? null;
  const service = serviceOf(services, new URL(request.url).searchParams.get('service') ?? storedService);
  const isOutside = isSetOutside(kind);
  const state: ConnectionStateData = {
    setBy: isOutside ? 'environment' : stored.values ? 'office' : null,
    ...{ place: shown.place, to: shown.to, works: stored.works, trouble: stored.trouble },
    isUnreadable: stored.version > 0 && stored.values === null,
  };
  return {
    ...{ kind, state, storedService, version: stored.version, service: service?.id ?? null },
    texts: service ? shownTexts(service, stored.values) : {},
    confirmAt: isOutside ? null : confirmAt,
  };
}
