/** Builds the path of the page where people confirm who they are. */
import { safeReturnPath } from '../sessions/return-path.ts';

const CONFIRM_PATH = '/security/confirm';

/** The page that asks for the sign-in again; it returns to `returnTo` if that is one of our pages. */
export function confirmPath(returnTo: string | null): string {
  const safe = safeReturnPath(returnTo);
  return safe === null ? CONFIRM_PATH : `${CONFIRM_PATH}?${new URLSearchParams({ returnTo: safe })}`;
}
