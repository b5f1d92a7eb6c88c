/** Sends a person all the data the shop has about them. */

import { recordSecurityChange } from '#core/accounts/identity/accounts/record-security-change.server.ts';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ZipEntry } from '#platform/files/zip.ts';
import { filesAbout } from './person-data-queries.server.ts';

const LIMIT = { max: 5, windowSeconds: 3600 };

export type DownloadProblem = { kind: 'sign-in-too-old' } | { kind: 'too-many-attempts'; seconds: number };

/** Notifies the owner in the shop and by mail: anyone with this file knows all of it. */
export async function downloadData(
  request: Request,
  actor: SignedIn,
  today: string,
): Promise<Result<AsyncGenerator<ZipEntry>, DownloadProblem>> {
  if (actor.isBanned || !(await isRecentlyConfirmed(actor))) return refuse({ kind: 'sign-in-too-old' });
  const seconds = await countAttempt('download-data', actor.userId, LIMIT);
  if (seconds > 0) return refuse({ kind: 'too-many-attempts', seconds });
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    await recordSecurityChange(tx, request, { userId: actor.userId, change: 'data-downloaded' });
    return succeed(filesAbout(actor, today));
  });
}
