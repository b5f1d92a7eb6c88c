/** Loads the panels over the list of users, by the address: details, a license, a role, rights, and what can be undone. */
import { readRightsKey } from '#core/accounts/identity/staff/rights-form.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { setNames } from '#core/ground/access/rights.ts';
import { type Role, roles } from '#kernel/statuses.ts';
import { readLicenseToVerify } from '#office/customers/license-to-verify.server.ts';
import { readRightsToGive } from './rights-queries.server.ts';
import type { RoleChange } from './role-panel.tsx';
import type { UndoableChange } from './user-undo.tsx';
import { readUserDetails } from './users-queries.server.ts';

/** At most one panel is open; each is null when its person does not exist or it has nothing to ask. */
export async function readUserPanels(actor: SignedIn, request: Request, zone: string) {
  const { searchParams } = new URL(request.url);
  const of = (name: string) => searchParams.get(name) ?? '';
  const [details, verify, role, rights, undo] = await Promise.all([
    readUserDetails(actor, of('details'), zone),
    of('verify') ? readLicenseToVerify(actor, of('verify'), request) : null,
    roleChange(actor, of('roleOf'), of('to'), zone),
    readRightsToGive(actor, of('rightsOf')),
    of('rightsChanged')
      ? undoableRights(actor, of('rightsChanged'), of('rightsWere'))
      : undoable(actor, { changed: of('changed'), was: of('was'), verified: of('verified') }, zone),
  ]);
  const set = setNames.find((name) => name === of('set')) ?? null;
  return { details, verify, role, rights: rights && { of: rights, set }, undo };
}

async function roleChange(actor: SignedIn, id: string, to: string, zone: string): Promise<RoleChange | null> {
  const user = isRole(to) ? await readUserDetails(actor, id, zone) : null;
  return user && isRole(to) && user.role !== to ? { id, name: user.name, from: user.role, to } : null;
}

async function undoableRights(actor: SignedIn, id: string, was: string): Promise<UndoableChange | null> {
  const user = await readRightsToGive(actor, id);
  const before = readRightsKey(was);
  return user?.hindrance === null && before && was !== user.key
    ? { kind: 'rights', id, name: user.name, from: was, to: user.key }
    : null;
}

async function undoable(
  actor: SignedIn,
  { changed, was, verified }: { changed: string; was: string; verified: string },
  zone: string,
): Promise<UndoableChange | null> {
  if (changed && isRole(was)) {
    const user = await readUserDetails(actor, changed, zone);
    return user && user.role !== was
      ? { kind: 'role', id: user.id, name: user.name, from: was, to: user.role }
      : null;
  }
  const user = verified ? await readUserDetails(actor, verified, zone) : null;
  return user?.license === 'Verified' ? { kind: 'license', id: user.id, name: user.name } : null;
}

const isRole = (text: string): text is Role => roles.some((role) => role === text);
