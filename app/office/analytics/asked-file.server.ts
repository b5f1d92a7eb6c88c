/** Reads what a file of analytics is of, as its address says. */
import { requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import type { ReportState } from '#core/records/analytics/report.ts';

/**
 * The chosen state and its days. After an old sign-in it leads to `page`, which also says what is wrong with dates that are
 * no range: then this throws 400.
 */
export async function readAskedFile<State extends ReportState>(
  actor: SignedIn,
  request: Request,
  { page, read }: { page: string; read: (query: URLSearchParams) => State },
) {
  const { search, searchParams } = new URL(request.url);
  await requireRecentSignIn(actor, request, `${page}${search}`);
  const clock = await storeClock();
  const state = read(searchParams);
  const { range, problem } = rangeOf(state, clock.today);
  if (problem) throw new Response(null, { status: 400 });
  return { state, range, clock };
}
