/** Loads the page of a connection: plain data, without secrets. */

import { trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { backupPlace } from '#core/running/backups/backup-plan.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import { placeCaution, placeOfBackups } from '#core/running/backups/try-place.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { serviceOf, shownTexts } from '#core/running/connections/connection-form.ts';
import { isSetOutside } from '#core/running/connections/open-connections.server.ts';
import { hasPractice } from '#core/running/connections/practice-connection.server.ts';
import { shopConnectionList } from '#core/running/connections/shop-connection.ts';
import {
  readStoredConnection,
  type StoredConnection,
} from '#core/running/connections/shop-connections-queries.server.ts';
import { readConnections } from '#core/running/connections/test-connection.server.ts';
import { PRACTICE } from '#core/running/connections/tracking-connection.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { readEnv } from '#platform/env.ts';
import { readReportingSection } from './reporting-queries.server.ts';
import { readMatch } from './tracking-match-queries.server.ts';

export type ConnectionStateData = {
  setBy: 'server' | 'office' | null;
  /** 'smtp.example.com:587'. */
  place: string;
  works: boolean | null;
  trouble: string | null;
  /** What to know of one that works. */
  caution: string | null;
  /** Whether what is stored cannot be decrypted. */
  isUnreadable: boolean;
};

export function stateOf(
  stored: StoredConnection,
  { place, caution = null }: { place: string; caution?: string | null },
  isOutside: boolean,
): ConnectionStateData {
  return {
    setBy: isOutside ? 'server' : stored.values ? 'office' : null,
    ...{ place, caution, works: stored.works, trouble: stored.trouble },
    isUnreadable: stored.version > 0 && stored.values === null,
  };
}

/** Connections with this page. */
type PageKind = 'mail' | 'sms' | 'backup' | 'tracking';

export async function readConnectionPage(actor: SignedIn, kind: PageKind, request: Request) {
  const [found, place, confirmAt] = await Promise.all([
    readStoredConnection(actor, kind),
    readPlace(actor, kind),
    confirmAtFor(actor, request),
  ]);
  if (!found) throw new Response(null, { status: 403 });
  const services = shopConnectionList[kind].services.filter(({ isOfDemo }) => !isOfDemo || hasPractice());
  // A demo's database that is no longer opened as one.
  const isGone = found.values?.service === PRACTICE.id && !hasPractice();
  const stored = isGone ? { ...found, values: null } : found;
  const storedService = stored.values?.service ?? null;
  const service = serviceOf(services, new URL(request.url).searchParams.get('service') ?? storedService);
  const isOutside = isSetOutside(kind);
  return {
    ...{ kind, state: stateOf(stored, place, isOutside), storedService, version: stored.version },
    ...{ service: service?.id ?? null, isDemo: hasPractice() },
    texts: service ? shownTexts(service, stored.values) : {},
    match: kind === 'tracking' ? await readMatch(actor) : null,
    reporting: kind === 'tracking' ? await readReportingSection(actor, place.place !== '') : null,
    passphrase: kind === 'backup' ? await readPassphrase(actor) : null,
    confirmAt: isOutside && kind !== 'backup' ? null : confirmAt,
  };
}

async function readPlace(
  actor: SignedIn,
  kind: PageKind,
): Promise<{ place: string; caution?: string | null }> {
  if (kind === 'backup') return readBackupPlace();
  if (kind === 'tracking') return { place: (await trackingSystem())?.place ?? '' };
  return { place: (await readConnections(actor))?.find((each) => each.kind === kind)?.place ?? '' };
}

async function readBackupPlace() {
  const settings = await placeOfBackups();
  return {
    place: (settings && backupPlace(settings)) ?? '',
    caution: settings && (await placeCaution(settings)),
  };
}

/** What the page says of the passphrase, which itself never leaves the server again. */
async function readPassphrase(actor: SignedIn) {
  const stored = await readStoredConnection(actor, 'backup-passphrase');
  if (!stored) throw new Response(null, { status: 403 });
  return {
    version: stored.version,
    isSet: stored.values !== null,
    isOutside: isSetOutside('backup-passphrase'),
    /** Whether the next night makes a backup. */
    isReady: namesBackups(await backupSettings(readEnv())),
  };
}

export type PassphraseData = Awaited<ReturnType<typeof readPassphrase>>;
