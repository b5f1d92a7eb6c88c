/** The connections that can be set in the office, by kind: one row gives a connection its page. Pure. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { backupServices } from './backup-connection.ts';
import type { ConnectionService } from './connection-form.ts';
import { mailServices } from './mail-connection.ts';
import { type ProviderKind, providerServices } from './provider-connection.ts';
import { smsServices } from './sms-connection.ts';
import { trackingServices } from './tracking-connection.ts';

/** Those that an admin sets in a form. The shop makes the passphrase of backups itself. */
export type FormConnectionKind = Exclude<ShopConnectionKind, 'backup-passphrase'>;

export type ShopConnection = {
  kind: FormConnectionKind;
  /** Its page. */
  path: string;
  services: readonly ConnectionService[];
};

const providerPath = '/admin/settings/sign-in-providers';
const provider = (kind: ProviderKind): ShopConnection => ({
  ...{
    kind,
    path: `${providerPath}?service=${kind}`,
    services: providerServices.filter(({ id }) => id === kind),
  },
});

export const shopConnectionList: Readonly<Record<FormConnectionKind, ShopConnection>> = {
  mail: { kind: 'mail', path: '/admin/settings/mail', services: mailServices },
  sms: { kind: 'sms', path: '/admin/settings/text-messages', services: smsServices },
  backup: { kind: 'backup', path: '/admin/settings/backups', services: backupServices },
  tracking: { kind: 'tracking', path: '/admin/settings/state-tracking', services: trackingServices },
  google: provider('google'),
  apple: provider('apple'),
  provider: provider('provider'),
};

/** Of what the server's settings set, which win over the office. The same words on every page. */
export const SET_ON_SERVER = 'Set on the server by the person who runs it.';

/** Why a connection cannot be saved. */
export type ShopConnectionProblem =
  | Common<'not-allowed' | 'confirm-first' | 'stale'>
  /** The server's settings set it. */
  | { kind: 'set-outside' }
  /** A folder or an address that the office must not name; `says` is the sentence. */
  | { kind: 'forbidden-place'; says: string };

export function shopConnectionMessage(problem: ShopConnectionProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Only admins can change settings.';
    case 'confirm-first':
    case 'stale':
      return commonMessage(problem);
    case 'set-outside':
      return `${SET_ON_SERVER} Nothing was saved.`;
    case 'forbidden-place':
      return problem.says;
  }
}
