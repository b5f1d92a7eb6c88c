/** What admins read when a connection of the shop changed. Pure. */
import type { ConnectionChange, ShopConnectionKind } from '#kernel/statuses.ts';
import { shopConnectionList } from './shop-connection.ts';

const names: Readonly<Record<ShopConnectionKind, string>> = {
  mail: 'The mail server',
  sms: 'The text message service',
  backup: 'The place of backups',
  'backup-passphrase': 'The passphrase of backups',
  google: 'Sign-in with Google',
  apple: 'Sign-in with Apple',
  provider: 'Sign-in with your own provider',
  tracking: 'The connection to the state’s tracking system',
};

const reasons: Readonly<Record<ShopConnectionKind, string>> = {
  mail: 'All emails of the shop go through it, also links to new passwords.',
  sms: 'Text messages to customers and staff go through it.',
  backup: 'Backups have all the data of the shop.',
  'backup-passphrase': 'New backups can be read only with the new passphrase.',
  google: 'Customers and staff can sign in with it.',
  apple: 'Customers and staff can sign in with it.',
  provider: 'Customers and staff can sign in with it.',
  tracking: 'The shop’s lots are compared with what it says.',
};

const changes: Readonly<Record<ConnectionChange, string>> = {
  'set-up': 'was set up',
  changed: 'was changed',
  removed: 'was removed',
};

/** 'The mail server was changed' */
export const connectionChangeTitle = (kind: ShopConnectionKind, change: ConnectionChange): string =>
  `${names[kind]} ${changes[change]}`;

/** Why an admin should know. */
export const whyItMatters = (kind: ShopConnectionKind): string => reasons[kind];

/** The page where it is set. */
export const pageOfConnection = (kind: ShopConnectionKind): string =>
  shopConnectionList[kind === 'backup-passphrase' ? 'backup' : kind].path;
