/**
 * Gives mail, text messages and sign-in with other providers what they use: the server's settings, which win, or what an
 * admin set in the office. A change reaches every instance by its announcement.
 */
import { openProviders } from '#core/accounts/identity/providers/providers.server.ts';
import { readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { onChange } from '#db/announced-changes.ts';
import { database } from '#db/client.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { type Env, type ProviderSettings, readEnv } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { openMail } from '#platform/outgoing/mail.ts';
import { openSms, smsGatewayOf } from '#platform/outgoing/sms.ts';
import { singleton } from '#platform/singleton.ts';
import { namesBackups } from './backup-connection.ts';
import { mailOptionsOf } from './mail-connection.ts';
import { practiceOptions } from './practice-connection.server.ts';
import { idOfKind, isProviderKind, providerOfValues } from './provider-connection.ts';
import { readStoredConnections } from './shop-connections-queries.server.ts';
import { gatewayOf } from './sms-connection.ts';
import { PRACTICE, trackingOptionsOf } from './tracking-connection.ts';

type Options = {
  env: Env;
  origin: string;
  /** Prints unsent mail at the terminal of a demo. */
  say: ((line: string) => void) | null;
};

type Opened = Options & { mail: string | null; running: Promise<void> };

const current = singleton<Opened>('connections of the shop');

/** Opens them, and follows changes. Returns a function that stops following. */
export async function openShopConnections(options: Options): Promise<() => void> {
  current.set({ ...options, mail: null, running: Promise.resolve() });
  await applyConnections();
  return onChange(({ table }) => {
    // The sender is named as the store.
    if (['everything', 'shop_connections', 'store_settings'].includes(table))
      void applyConnections().catch((error) => log.error({ err: error }, 'connections were not applied'));
  });
}

/** Whether the server's settings set this connection. */
export function isSetOutside(kind: ShopConnectionKind): boolean {
  const env = current.get()?.env;
  if (!env) return false;
  switch (kind) {
    case 'mail':
      return env.SMTP_URL !== undefined;
    case 'sms':
      return env.SMS_URL !== undefined;
    case 'backup':
      return namesBackups(env);
    case 'backup-passphrase':
      return (env.BACKUP_PASSPHRASE ?? env.BACKUP_PASSPHRASE_FILE) !== undefined;
    case 'tracking':
      return false;
    default:
      return env.OIDC_PROVIDERS.some(({ id }) => id === idOfKind(kind));
  }
}

/** The shop's public address, for callback addresses; null before the start. */
export const publicOriginOf = (): string | null => current.get()?.origin ?? null;

/** Uses what is stored now. One after the other, so that an older state never replaces a newer one. */
export function applyConnections(): Promise<void> {
  const opened = current.get();
  if (!opened) return Promise.resolve();
  const applied = opened.running.then(() => apply(opened));
  opened.running = applied.catch(() => undefined);
  return applied;
}

/** The addresses that the office set, for the doctor; null where there is none. */
export async function readServersOfOffice(): Promise<{ smtpUrl: string | null; smsUrl: string | null }> {
  const { mail, sms } = await readOffice();
  return { smtpUrl: mail?.smtpUrl ?? null, smsUrl: sms?.url ?? null };
}

/** The state's tracking system that the office set, with its keys: for what uses it, never for a page. */
export async function readTrackingOptions() {
  const stored = (await readStoredConnections()).find(({ kind }) => kind === 'tracking');
  if (!stored?.values) return null;
  if (stored.values.service === PRACTICE.id) return practiceOptions();
  const { store } = await readStoredSettings(database());
  return trackingOptionsOf(stored.values, store.zone, readEnv().TRACKING_ADDRESS);
}

async function readOffice() {
  const stored = await readStoredConnections();
  const mail = stored.find(({ kind }) => kind === 'mail');
  const sms = stored.find(({ kind }) => kind === 'sms');
  // Not from the cache: it must stay empty until the process hears of changes.
  const { store } = await readStoredSettings(database());
  return {
    mail: mail?.values ? mailOptionsOf(mail.values, store.name || 'The shop') : null,
    mailWorks: mail?.works === true,
    sms: sms?.values ? gatewayOf(sms.values) : null,
    providers: stored.flatMap(({ kind, values }) => {
      const provider = values && isProviderKind(kind) ? providerOfValues(values) : null;
      return provider ? [provider] : [];
    }),
  };
}

async function apply(opened: Opened): Promise<void> {
  const { env, origin, say } = opened;
  const office = await readOffice();
  const own = env.SMTP_URL ? null : office.mail;
  const options = {
    smtpUrl: env.SMTP_URL ?? own?.smtpUrl ?? null,
    from: env.MAIL_FROM ?? own?.from ?? `shop@${new URL(origin).hostname}`,
    // The person who starts the shop tests the environment's server.
    isProven: own === null || office.mailWorks,
  };
  // Reopening ends idle connections to the mail server, so only for a change.
  const wanted = JSON.stringify(options);
  if (wanted !== opened.mail) await openMail({ ...options, origin, say });
  opened.mail = wanted;
  openSms(env.SMS_URL ? smsGatewayOf(env) : office.sms);
  const set = env.OIDC_PROVIDERS;
  const isNew = ({ id, issuer }: ProviderSettings) =>
    !set.some((each) => each.id === id || each.issuer === issuer);
  openProviders([...set, ...office.providers.filter(isNew)], origin);
}
