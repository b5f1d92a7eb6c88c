/**
 * Names every file that is downloaded during a rehearsal as one of it. Files stay in download folders after the rehearsal
 * is undone, and the first real order gets the same number.
 */
import { rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';

const NAME = /(filename\*?=(?:"|UTF-8''))/g;

/** Changes the answer's headers. */
export async function nameRehearsedFile({ headers }: Response): Promise<void> {
  const named = headers.get('Content-Disposition');
  if (named === null || (await rehearsalMark()) === null) return;
  headers.set('Content-Disposition', named.replaceAll(NAME, '$1rehearsal-'));
}
