/** Reads the minimum age for the document, which renders even while the database is unavailable. */
import { readSettingsForFrame } from '#core/ground/settings/settings-queries.server.ts';
import { MINIMUM_AGE } from '#kernel/age.ts';

/** In years; the law's minimum when the settings cannot be read. */
export async function readMinimumAge(): Promise<number> {
  try {
    return (await readSettingsForFrame()).compliance.minimumAge;
  } catch {
    return MINIMUM_AGE;
  }
}
