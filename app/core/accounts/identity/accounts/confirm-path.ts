/** Builds the path of the page where people confirm who they are. */
import { safeReturnPath } from '../sessions/return-path.ts';

const CONFIRM_PATH = '/security/confirm';
/** The same page in the frame of the office. */
const OFFICE_CONFIRM_PATH = '/admin/confirm';

/** The page that asks for the sign-in again; it returns to `returnTo` if that is one of our pages. */
export function confirmPath(returnTo: string | null): string {
  const safe = safeReturnPath(returnTo);
  if (safe === null) return CONFIRM_PATH;
  const path = safe.startsWith('/admin/') ? OFFICE_CONFIRM_PATH : CONFIRM_PATH;
  return `${path}?${new URLSearchParams({ returnTo: safe })}`;
}
