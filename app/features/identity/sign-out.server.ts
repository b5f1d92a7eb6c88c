/** Ends the session of a request; gives the Set-Cookie lines that make the browser forget it. */
import { askAuth } from './ask-auth.server.ts';

export async function signOut(request: Request): Promise<string[]> {
  return (await askAuth(request, '/sign-out', {})).cookies;
}
