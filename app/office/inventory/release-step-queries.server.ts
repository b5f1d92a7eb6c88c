/** Loads the page that puts the selected lots on sale: the lots, and the certificates that wait to be matched. */
import { type Drop, readDrops } from '#core/goods/drops/drops-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
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
