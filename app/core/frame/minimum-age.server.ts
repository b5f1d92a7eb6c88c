/** For the document, which is shown even while the database is away. */
import { readSettingsForFrame } from '#core/settings/settings-queries.server.ts';
import { MINIMUM_AGE } from '#kernel/age.ts';

/** In years; the law's where the settings cannot be read. */
export async function readMinimumAge(): Promise<number> {
  try {
    return (await readSettingsForFrame()).compliance.minimumAge;
  } catch {
    return MINIMUM_AGE;
  }
}
