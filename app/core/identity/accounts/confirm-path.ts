/** Where people show again who they are. */
import { safeReturnPath } from '../sessions/return-path.ts';

const CONFIRM_PATH = '/security/confirm';

/** The page that asks again, coming back to `returnTo` where that is a page of ours. */
export function confirmPath(returnTo: string | null): string {
  const safe = safeReturnPath(returnTo);
  return safe === null ? CONFIRM_PATH : `${CONFIRM_PATH}?${new URLSearchParams({ returnTo: safe })}`;
}
