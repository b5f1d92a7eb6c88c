/** The connections that can be set in the office, by kind: one row gives a connection its page. Pure. */
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import type { ConnectionService } from './connection-form.ts';
import { mailServices } from './mail-connection.ts';
import { smsServices } from './sms-connection.ts';

export type ShopConnection = {
  kind: ShopConnectionKind;
  /** Its page. */
  path: string;
  services: readonly ConnectionService[];
  /** The environment’s setting, which wins. */
  setting: string;
};

export const shopConnectionList: Readonly<Record<ShopConnectionKind, ShopConnection>> = {
  mail: { kind: 'mail', path: '/admin/settings/mail', services: mailServices, setting: 'SMTP_URL' },
  sms: {
    ...{ kind: 'sms', path: '/admin/settings/text-messages', services: smsServices, setting: 'SMS_URL' },
  },
};

/** Why a connection cannot be saved. */
export type ShopConnectionProblem =
  | { kind: 'not-allowed' }
  | { kind: 'confirm-first' }
  /** Someone else has saved it since. */
  | { kind: 'stale' }
  /** The environment sets it. */
  | { kind: 'set-outside' };

export function shopConnectionMessage({ kind }: ShopConnectionProblem): string {
  switch (kind) {
    case 'not-allowed':
      return 'Only admins can change settings.';
    case 'confirm-first':
      return 'You signed in too long ago for this change. Nothing was saved.';
    case 'stale':
      return 'Someone else saved changes. Review them first.';
    case 'set-outside':
      return 'The person who runs the server has set this. Nothing was saved.';
  }
}
