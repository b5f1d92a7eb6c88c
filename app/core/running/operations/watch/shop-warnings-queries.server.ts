/** Reads what the dashboard says about how the shop runs. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { WatchedPart } from '#kernel/statuses.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { readOpenIncidents } from './incidents-queries.server.ts';
import { watchedBackup } from './watched-queries.server.ts';

export type ShopWarning = {
  part: WatchedPart;
  text: string;
  /** When its incident opened; null without one. */
  since: string | null;
};

/**
 * Open incidents of parts that are not fine again, and what is wrong with the backups before that is one: without a good
 * backup a broken machine loses everything. None for people who may not manage settings.
 */
export async function readShopWarnings(
  actor: Actor,
  zone: string,
  env: Env = readEnv(),
  now = new Date(),
): Promise<ShopWarning[]> {
  if (!may(actor, 'settings.manage')) return [];
  const open = await readOpenIncidents(actor, zone);
  const warnings = open
    .filter(({ part, fineSince }) => part !== 'backup' && fineSince === null)
    .map(({ part, text, opened }): ShopWarning => ({ part, text, since: opened }));
  const { part, finding } = await watchedBackup(env, now);
  if (finding.state === 'ok') return warnings;
  const since = open.find((incident) => incident.part === part)?.opened ?? null;
  return [{ part, text: finding.text, since }, ...warnings];
}
