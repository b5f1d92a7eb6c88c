/** Loads the page that puts the selected lots on sale: the lots, and the certificates that wait to be matched. */
import { inArray } from 'drizzle-orm';
import { type Drop, readDrops } from '#core/goods/drops/drops-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { type MatchedCertificates, matchCertificates } from './match-certificates.ts';
import type { ChosenLots } from './waiting-lots-queries.server.ts';

export type ReleaseStep = {
  chosen: ChosenLots;
  query: string;
  drops: Drop[];
  matched: MatchedCertificates;
};

export async function readReleaseStep(
  actor: SignedIn,
  chosen: ChosenLots,
  query: string,
): Promise<ReleaseStep> {
  const drops = await readDrops(actor, 'certificate');
  return { chosen, query, drops, matched: matchCertificates(drops, chosen.lots) };
}

/** Of these files, whose stored keys are given, those that are a lot's certificate by now: the others wait on. */
export async function readAttached(stored: ReadonlyMap<string, string>): Promise<string[]> {
  const keys = [...stored.values()];
  if (keys.length === 0) return [];
  const rows = await database().select({ key: lots.coaKey }).from(lots).where(inArray(lots.coaKey, keys));
  const attached = new Set(rows.map(({ key }) => key));
  return [...stored].flatMap(([id, key]) => (attached.has(key) ? [id] : []));
}
