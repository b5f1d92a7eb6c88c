/** Tests a connection on the admin who asks: a mail, a text message or a push message to themselves, or a test file at a place. */
import { eq } from 'drizzle-orm';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { phoneOf, pushSubscriptionsOf } from '#core/ground/notifications/preferences-queries.server.ts';
import { quietName } from '#core/ground/notifications/short-words.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { handOverMail, mailLeavesTheHouse, mailOrigin, mailServer } from '#platform/outgoing/mail.ts';
import { handOverPush, pushContact } from '#platform/outgoing/push.ts';
import { handOverSms, smsGatewayHost, smsIsConfigured } from '#platform/outgoing/sms.ts';
import {
  type ConnectionKind,
  type ConnectionOutcome,
  connectionAdvice,
  connectionTestLimit,
  connectionTrouble,
} from './connection.ts';
import { serviceOf } from './connection-form.ts';
import { isSetOutside } from './open-connections.server.ts';
import type { ProviderKind } from './provider-connection.ts';
import { recordConnectionTest } from './save-connection.server.ts';
import { shopConnectionList } from './shop-connection.ts';
import { readStoredConnections, type StoredConnection } from './shop-connections-queries.server.ts';
import { tryProvider } from './try-provider.server.ts';
import { failed, inTime, tryStore } from './try-store.server.ts';

/** The configuration, without secrets, and whether it can be tested on this person. */
export type Connection = { kind: ConnectionKind; place: string; to: string | null };

type TestedKind = ConnectionKind | ProviderKind;

/** Null for people who may not manage settings. */
export async function readConnections(actor: Actor): Promise<Connection[] | null> {
  if (actor.kind !== 'user' || !may(actor, 'settings.manage')) return null;
  const [phone, browsers] = await Promise.all([phoneOf(actor.userId), pushSubscriptionsOf(actor.userId)]);
  return [
    {
      kind: 'mail',
      place: mailServer() ?? 'Not set up. Email is not sent; you can read it under Sent Mail.',
      to: mailLeavesTheHouse() ? actor.email : null,
    },
    {
      kind: 'sms',
      place: smsGatewayHost() ?? 'Not set up. No text messages are sent.',
      to: smsIsConfigured() ? phone : null,
    },
    {
      kind: 'push',
      place: 'Sent through the push service of each browser; nothing needs to be configured.',
      to: browsers.length === 0 ? null : browsers.length === 1 ? '1 browser' : `${browsers.length} browsers`,
    },
    { kind: 'storage', place: files().place ?? 'File storage', to: 'a small file' },
  ];
}

export type TestProblem = { kind: 'not-allowed' } | { kind: 'too-many'; seconds: number };

/** Refused: people who may not manage settings, and more tests than connectionTestLimit allows (seconds to wait). */
export const testConnection = (actor: Actor, kind: TestedKind) =>
  testWith(actor, kind, { who: whoIs[kind], run: tests[kind] });

/**
 * The same for a test that another room makes. Its outcome is stored and audited.
 * @param who the other side, as a sentence starts
 */
export async function testWith(
  actor: Actor,
  kind: TestedKind | 'backup' | 'tracking',
  { who, run }: { who: string; run: (actor: SignedIn) => Promise<ConnectionOutcome> },
): Promise<Result<ConnectionOutcome, TestProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'settings.manage')) return refuse({ kind: 'not-allowed' });
  const seconds = await countAttempt('connection-test', actor.userId, connectionTestLimit);
  if (seconds > 0) return refuse({ kind: 'too-many', seconds });
  const set = await readSetHere(kind);
  const outcome = await run(actor).catch((error: unknown): ConnectionOutcome => {
    log.warn({ err: error, connection: kind }, 'a test of a connection failed');
    return { works: false, message: connectionTrouble(who, error) + adviceOn(set, error) };
  });
  if (set) await recordConnectionTest(set.kind, set.version, outcome.works ? null : outcome.message);
  await inTransaction((tx) =>
    recordAudit(tx, actor, {
      action: 'connection.tested',
      subject: 'setting',
      subjectId: `connections:${kind}`,
      after: { works: outcome.works, said: outcome.message },
    }),
  );
  return succeed(outcome);
}

/** What an admin set in the office, if that is what the test is about. */
async function readSetHere(kind: TestedKind | 'backup' | 'tracking'): Promise<StoredConnection | null> {
  if (kind === 'push' || kind === 'storage' || isSetOutside(kind)) return null;
  return (await readStoredConnections()).find((each) => each.kind === kind) ?? null;
}

/** What to do about it. */
function adviceOn(set: StoredConnection | null, error: unknown): string {
  // The others' messages say what to do.
  if (set?.kind !== 'mail' && set?.kind !== 'sms') return '';
  const service = set.values && serviceOf(shopConnectionList[set.kind].services, set.values.service);
  return service ? connectionAdvice(service, error) : '';
}

const whoIs: Readonly<Record<TestedKind, string>> = {
  mail: 'The mail server',
  sms: 'The text service',
  push: 'The push service',
  storage: 'File storage',
  google: 'Google',
  apple: 'Apple',
  provider: 'The provider',
};

const tests: Readonly<Record<TestedKind, (actor: SignedIn) => Promise<ConnectionOutcome>>> = {
  mail: testMail,
  sms: testSms,
  push: testPush,
  storage: () => tryStore(files(), `connection-tests/${newId()}`),
  google: () => tryProvider('google'),
  apple: () => tryProvider('apple'),
  provider: () => tryProvider('provider'),
};

async function testMail({ email }: SignedIn): Promise<ConnectionOutcome> {
  if (!mailLeavesTheHouse()) return failed('Mail is not set up. You can read email under Sent Mail.');
  const text = `This is a test of the shop's mail, asked for in the settings of ${mailOrigin()}. Nothing needs to be done.`;
  const mail = {
    id: newId(),
    recipient: email,
    subject: 'A test of the shop’s mail',
    text,
    html: `<p>${text}</p>`,
  };
  await inTime(handOverMail(mail));
  return { works: true, message: `The mail server took an email to ${email}. Check that it has arrived.` };
}

async function testSms({ userId }: SignedIn): Promise<ConnectionOutcome> {
  if (!smsIsConfigured()) return failed('Text messages are not set up.');
  const phone = await phoneOf(userId);
  if (phone === null)
    return failed('You have no confirmed phone. Add yours under Notifications, Preferences, then try again.');
  await inTime(
    handOverSms({ id: newId(), to: phone, text: 'A test of the shop. Nothing needs to be done.' }),
  );
  return {
    works: true,
    message: `The text service took a message to your phone, ending in ${phone.slice(-4)}.`,
  };
}

async function testPush({ userId }: SignedIn): Promise<ConnectionOutcome> {
  const { store } = await readSettings();
  const targets = await database()
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .limit(10);
  if (targets.length === 0)
    return failed('No browser of yours takes messages. Turn them on under Notifications, Preferences.');
  const id = newId();
  const sent = await inTime(
    Promise.all(
      targets.map((target) =>
        handOverPush(target, {
          payload: JSON.stringify({
            title: quietName(store.name),
            body: 'A test of the shop. Nothing needs to be done.',
            path: '/admin/settings/connections',
            tag: id,
          }),
          topic: id.replaceAll('-', ''),
          timeToLive: 60,
          contact: pushContact(store.email, mailOrigin()),
        }),
      ),
    ),
  );
  const taken = sent.filter((each) => each === 'sent').length;
  return taken === 0
    ? failed('The browsers that took messages no longer do. Turn them on again under Notifications.')
    : { works: true, message: `${taken} of ${sent.length} browsers’ push services took the message.` };
}
