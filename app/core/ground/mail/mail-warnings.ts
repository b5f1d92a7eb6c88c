/** Chooses the warnings that a mail about cannabis shows (docs/law.md, Warnings and wording). */
import type { Temporal } from 'temporal-polyfill';
import type { WarningSettings } from '#core/ground/settings/settings.ts';

/**
 * The general warning with one of the rotating ones, which is what the law asks for; then the numbers to call. The rotating one
 * changes every minute, so the mails of one order show different ones.
 */
export function mailWarnings(warnings: WarningSettings, now: Temporal.Instant): string[] {
  const { current, rotating, poisonCenter, hopelineText } = warnings;
  const minute = Math.floor(now.epochMilliseconds / 60_000);
  return [
    [current, rotating[minute % rotating.length]].join(' '),
    `Poison Center ${poisonCenter}. ${hopelineText}`,
  ];
}
