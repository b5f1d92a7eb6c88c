/** Where each command that refuses an old sign-in is pressed, and what the page says once it is done. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { requestEmailChange } from '#core/accounts/identity/accounts/change-email.server.ts';
import { accountProvider } from '#core/accounts/identity/providers/provider.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { PRIVATE_LINK } from '#core/ground/mail/private-link.ts';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import type { SettingsName } from '#core/ground/settings/settings.ts';
import { needsRecentSignIn } from '#core/ground/settings/settings-rules.ts';
import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { sharingSection } from '#core/ground/settings/sharing.ts';
import { connectionContext } from '#core/running/connections/shop-connections-queries.server.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import {
  accounts,
  authenticators,
  sessions,
  staffInvitations,
  staffPins,
  textFactors,
} from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { userPreferences } from '#db/schema/notifications.ts';
import { promotions } from '#db/schema/promotions.ts';
import { formSections, retentionSection } from '#office/settings/settings-sections.ts';
import { warningsSection } from '#office/settings/warnings-section.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import type { PlainPage } from '#tests/journeys/plain-page.ts';
import { demoPerson } from './demo-store.ts';
import { demoShop, PASSWORD } from './ended-sessions.ts';
import {
  aClosure,
  aLicense,
  aPersonWithApp,
  aPersonWithPasskey,
  aPersonWithPassword,
  aRecall,
  aTaxRule,
  atCustomer,
  codeOnPage,
  endpointPage,
  lastMonth,
  linkTo,
} from './old-sign-in-subjects.ts';
import { aPerson } from './people.ts';
import type { RecentCommand } from './recent-commands.ts';
import { isReporting } from './state-acts.ts';

export type Press = {
  /** The demo store's admin presses, unless someone is named. */
  as?(): Promise<SignedIn>;
  page: string | ((actor: SignedIn | 'admin') => Promise<string>);
  /** The words that its button begins with; none for a page that asks by itself. */
  button?: string;
  /** What is typed, by field. */
  fields?(page: PlainPage): Record<string, string>;
  /** The end of the address of a file. */
  file?: string;
  /** A page that shows it by itself. */
  opens?: true;
  /** It asks who one is in its own form. */
  atOnce?: true;
  /** What the page says once it is done; none for what sends a file or shows a picture. */
  done?: string;
};

const sections: readonly Pick<SettingsSection<SettingsName>, 'path' | 'name' | 'keys'>[] = [
  ...[...formSections.values()].map(({ section }) => section),
  ...[retentionSection, warningsSection, sharingSection],
];
/** The sections of the settings whose changes ask for a recent sign-in in an open shop. */
const guardedSections: readonly string[] = sections
  .filter(({ name, keys }) => needsRecentSignIn(name, keys, true))
  .map(({ path }) => path);

/** A change of each of them. */
const changesOfSettings: Readonly<Record<string, Record<string, string>>> = {
  store: { tagline: 'Small-batch cannabis, slowly' },
  license: { legalName: 'Two Branches Farm Company' },
  holds: { unitsPerCustomer: '59' },
  'price-floor': { floor: '1.6' },
  refunds: { staffPerDay: '6' },
  'cash-drawer': { noteAbove: '6' },
  'missed-pickups': { graceMinutes: '61' },
  counter: { offlineHandOver: 'yes' },
  discounts: { enabled: 'yes' },
  security: { staffSessionHours: '11' },
  limits: { ageGateDays: '29' },
  retention: { licensePhotoDays: '29' },
  warnings: { current: 'For use only by people of 21 and older.' },
  sharing: { sites: 'https://partner.example' },
};

const REASON = 'Because the license says so';

const file = (page: string, end: string): Press => ({ page, file: end });
const setting = (path: string): Press => ({
  page: `/admin/settings/${path}`,
  ...{ button: 'Save', fields: () => changesOfSettings[path] ?? {}, done: 'Saved\\.' },
});

/** A text says why a command is not pressed here. */
export const presses: Readonly<Record<RecentCommand, Press | readonly Press[] | string>> = {
  'ground/audit/export-audit exportAudit': file('/admin/audit', '/admin/audit/export'),
  'sales/orders/list/export-orders exportOrders': file('/admin/orders', '/admin/orders/export'),
  'sales/orders/reservations/export-reservations exportReservations': file(
    '/admin/pickup-reservations',
    '/export',
  ),
  'records/binder/make-binder makeBinder': { page: '/admin/binder', button: 'Download binder' },
  'accounts/customers/list/export-customers exportCustomers': file(
    '/admin/customers',
    '/admin/customers/export',
  ),
  'records/account-data/download-data downloadData': {
    as: aPersonWithPassword,
    ...{ page: '/your-data', button: 'Download my data' },
  },
  'records/analytics/export-report exportReport': file('/admin/analytics', '/admin/analytics/report'),
  'records/analytics/export-report exportStockReport': file(
    '/admin/analytics/products',
    '/admin/analytics/products/report',
  ),
  'records/binder/papers/export-report-paper exportReportPaper': file(
    '/admin/analytics',
    '/admin/analytics/report.pdf',
  ),
  'records/binder/papers/export-papers exportRecordsPaper': file('/admin/binder', '&table=id-checks'),
  'records/binder/papers/export-papers exportBatchSheet': file('/admin/lots/1', '/sheet.pdf'),
  'records/books/export-books exportBooks': [
    file('/admin/month-end', '/admin/month-end/report'),
    file('/admin/month-end', '/admin/month-end/report.pdf'),
  ],
  'records/books/export-books exportJournal': file(
    '/admin/month-end/journal',
    '/admin/month-end/journal/file',
  ),
  'goods/catalogue/products/export-inventory exportInventory': file(
    '/admin/inventory',
    '/admin/inventory/export',
  ),
  'sales/cash-desk/export-cash-day exportCashDay': file('/admin/cash/2026-11-25', '/report'),
  'accounts/customers/reveal-customer revealCustomer': {
    page: () => atCustomer(),
    ...{ button: 'Show the phone', done: '\\(607\\) 555-0142' },
  },
  'accounts/customers/view-photo viewPhoto': {
    page: async () => {
      const page = await atCustomer();
      await demoShop()
        .db.insert(customerPhotos)
        .values({
          ...{ userId: page.split('/').at(-1) ?? '', kind: 'license', state: 'kept' },
          ...{ fileKey: randomUUID(), keyId: 'none', contentType: 'image/jpeg' },
        });
      return page;
    },
    button: 'Show license photo',
  },
  'accounts/customers/age-queue-queries readAgeCase': {
    page: '/admin/age-verification',
    opens: true,
    done: 'Approve \\(Over 21\\)',
  },
  'ground/notifications/read-sent-mail readSentMail': {
    page: async () => {
      const { db } = demoShop();
      const id = randomUUID();
      await db.insert(mailMessages).values({
        ...{ id, dedupeKey: id, recipient: 'admin@example.com', subject: 'Choose a new password' },
        ...{ html: PRIVATE_LINK, text: PRIVATE_LINK, status: 'kept', isPrivate: true, linkOpens: 'account' },
        linkEncrypted: encrypt('https://shop.example/reset-password', linkContext(id)),
        accountId: (await demoPerson(db, 'admin')).userId,
      });
      return `/admin/sent-mail/${id}`;
    },
    done: 'https://shop.example/reset-password',
    opens: true,
  },
  'accounts/customers/decide-age decideAge': {
    page: '/admin/age-verification',
    button: 'Approve (Over 21)',
    fields: () => ({ sawLicense: '1' }),
    done: 'Profile marked as',
  },
  'accounts/customers/decide-age changeAgeDecision': {
    page: () => atCustomer({ isVerifiedOver21: true, ageDecidedAt: new Date() }),
    button: 'Change decision',
    fields: () => ({ decision: 'undecided', reason: REASON }),
    done: 'Profile marked as',
  },
  'accounts/customers/change-customer-facts verifyLicense': {
    page: async () => {
      const page = await atCustomer(aLicense);
      return `/admin/users?verify=${page.split('/').at(-1)}`;
    },
    ...{ button: 'Verify license', done: 'License verified' },
  },
  'accounts/customers/change-customer-facts takeLicenseBack': {
    page: () => atCustomer({ ...aLicense, licenseVerified: true }),
    ...{
      button: 'Undo verification',
      fields: () => ({ reason: REASON }),
      done: 'erification undone|no longer verified',
    },
  },
  'accounts/customers/change-customer-facts correctBirthDate': {
    page: () => atCustomer(),
    button: 'Correct birth date',
    ...{ fields: () => ({ birthDate: '1990-01-01', reason: REASON }), done: 'corrected' },
  },
  'accounts/identity/staff/change-role changeRole': {
    page: async () =>
      `/admin/users?roleOf=${(await aPerson(demoShop().db, { name: `Wren ${randomUUID()}` })).userId}&to=staff`,
    ...{ button: 'Change role', done: 'Role updated' },
  },
  'accounts/identity/staff/end-work endWork': {
    page: async () => `/admin/users/${(await aPerson(demoShop().db, { role: 'staff' })).userId}/leave`,
    ...{ button: 'End their work here', done: 'no longer works here' },
  },
  'accounts/identity/staff/change-rights changeRights': {
    page: async () =>
      `/admin/users?rightsOf=${(await aPerson(demoShop().db, { role: 'staff' })).userId}&set=lead`,
    ...{ button: 'Save rights', done: 'Rights saved' },
  },
  'accounts/identity/staff/rename-staff renameStaff': {
    page: async () => `/admin/users?details=${(await aPerson(demoShop().db, { role: 'staff' })).userId}`,
    ...{
      button: 'Change name',
      fields: () => ({ fullName: `Linden Marsh ${randomUUID().slice(0, 8)}` }),
      done: 'Name changed',
    },
  },
  'accounts/identity/staff/invite-staff inviteStaff': {
    page: '/admin/users/invite',
    ...{
      button: 'Send invitation',
      fields: () => ({ email: 'invited@example.com' }),
      done: 'The invitation goes|Invitation saved',
    },
  },
  'accounts/identity/staff/invite-staff takeInvitationBack': {
    page: async () => {
      const { db } = demoShop();
      const invitedBy = (await demoPerson(db, 'admin')).userId;
      await db.insert(staffInvitations).values({
        ...{ email: 'open@example.com', role: 'staff', invitedBy, expiresAt: new Date(Date.now() + 1e8) },
      });
      return '/admin/users';
    },
    ...{ button: 'Cancel invitation', done: 'Invitation canceled' },
  },
  'accounts/identity/pins/share-tablet shareTablet': {
    page: '/counter/switch/share',
    ...{ button: 'Share and sign out', fields: () => ({ name: 'Register 1' }), done: 'Register 1' },
  },
  'running/backups/request-backup requestBackup': {
    page: '/admin/operations/backups',
    button: 'Back up now',
    done: 'The backup has started',
  },
  'accounts/api-tokens/create-token createStoreToken': {
    page: '/admin/settings/api-tokens',
    ...{
      button: 'Create token',
      fields: () => ({ name: 'Partner', 'menu.read': 'on' }),
      done: 'Token created|Copy',
    },
  },
  'accounts/api-tokens/create-token createOwnToken': {
    page: '/security/api-tokens',
    ...{
      button: 'Create token',
      fields: () => ({ name: 'Partner', 'menu.read': 'on' }),
      done: 'Token created|Copy',
    },
  },
  // The demo store is open and has orders, which a rehearsal refuses in any session.
  'running/move-in/files/change-file-move startMovingFiles': 'only before a shop opens',
  'running/move-in/files/change-file-move startUndoingFiles': 'only before a shop opens',
  'running/rehearsals/hold-rehearsal startRehearsal': 'only before a shop opens',
  'running/rehearsals/hold-rehearsal endRehearsal': 'only before a shop opens',
  'running/connections/save-connection saveConnection': {
    page: '/admin/settings/mail?service=other',
    button: 'Save and send me a test',
    fields: () => ({ host: '127.0.0.1', port: '9', security: 'none', sender: 'shop@farm.example' }),
    done: 'Saved\\. The test failed',
  },
  'running/connections/save-connection removeConnection': {
    page: async () => {
      const sealed = encrypt(JSON.stringify({ service: 'google' }), connectionContext('mail'));
      await demoShop().db.insert(shopConnections).values({ kind: 'mail', sealed }).onConflictDoNothing();
      return '/admin/settings/mail';
    },
    ...{ button: 'Remove', done: 'Removed' },
  },
  // The demo store is not connected to the state's system.
  'goods/tracking/reports/start-reporting startReporting': 'only in a connected shop',
  'goods/tracking/reports/start-reporting changeReasons': 'only in a connected shop',
  'goods/tracking/reports/start-reporting stopReporting': {
    page: async () => {
      await isReporting(demoShop().db);
      return '/admin/settings/state-tracking';
    },
    ...{ button: 'Stop reporting', done: 'The shop only watches' },
  },
  // Backups of that shop are a setting of its server.
  'running/connections/save-connection makePassphrase': 'set on the server',
  'running/webhooks/add-endpoint addEndpoint': {
    page: '/admin/settings/webhooks',
    button: 'Add endpoint',
    fields: () => ({ name: 'Partner', url: 'https://93.184.216.34/hooks', 'order.ready': 'on' }),
    done: 'Endpoint added',
  },
  'running/webhooks/add-endpoint changeEndpoint': {
    page: () => endpointPage(),
    ...{ button: 'Save', fields: () => ({ name: 'Hudson Menu 2' }), done: 'Saved' },
  },
  'running/webhooks/rotate-secret rotateSecret': {
    page: () => endpointPage(),
    button: 'New secret',
    done: 'whsec_',
  },
  'running/webhooks/rotate-secret endFormerSecret': {
    page: () => endpointPage(),
    button: 'End the former secret now',
    done: 'Ended',
  },
  'running/webhooks/send-again replaySince': {
    page: () => endpointPage(),
    button: 'Replay',
    done: 'on the way again|no messages since',
  },
  'running/webhooks/switch-endpoint turnEndpointOn': {
    page: () => endpointPage('failing'),
    button: 'Turn on',
    done: 'Turned on',
  },
  'accounts/identity/pins/set-pin setPin': {
    page: '/security/pin',
    ...{ button: 'Save PIN', fields: () => ({ pin: '408213', again: '408213' }), done: 'PIN set' },
  },
  'accounts/identity/pins/set-pin removeOwnPin': {
    page: '/security',
    button: 'Remove PIN',
    done: 'PIN removed',
  },
  'accounts/identity/pins/set-pin removePin': {
    page: async () => {
      const { db } = demoShop();
      const { userId } = await aPerson(db, { role: 'staff' });
      await db.insert(staffPins).values({ userId, hash: 'x' });
      return `/admin/users?details=${userId}`;
    },
    ...{ button: 'Remove counter PIN', done: 'PIN removed' },
  },
  'accounts/identity/second-factor/reset-second-factor resetSecondFactor': {
    page: async () => {
      const page = await atCustomer();
      const userId = page.split('/').at(-1) ?? '';
      await demoShop().db.insert(authenticators).values({ userId, secret: 'x', lastStep: 0 });
      return page;
    },
    ...{ button: 'Turn off two-factor', fields: () => ({ reason: REASON }), done: 'Off: password only' },
  },
  'accounts/identity/sessions/sign-out-person signOutPerson': {
    page: () => atCustomer(),
    ...{ button: 'Sign out everywhere', done: 'Signed out everywhere|No session is open' },
  },
  'sales/bans/ban-customer banCustomer': {
    page: () => atCustomer(),
    ...{ button: 'Ban', fields: () => ({ openOrders: 'keep', reason: REASON }), done: 'Customer banned' },
  },
  'sales/bans/ban-customer endBan': {
    page: () => atCustomer({ isBanned: true, banReason: 'Threats' }),
    ...{ button: 'End ban', fields: () => ({ reason: REASON }), done: 'Ban ended' },
  },
  'records/account-data/delete-account deleteAccount': {
    as: aPersonWithPassword,
    page: '/your-data/delete',
    button: 'Delete my account for good',
    fields: (page) => ({ email: /enter your email: ([\w-]+@example\.com)/.exec(page.words())?.[1] ?? '' }),
    done: 'Your account is deleted',
  },
  'accounts/identity/accounts/change-password changePassword': {
    as: aPersonWithPassword,
    page: '/security/password',
    button: 'Save password',
    fields: () => ({
      currentPassword: PASSWORD,
      password: 'kettle-orbit-mossy',
      again: 'kettle-orbit-mossy',
    }),
    done: 'Password changed',
    atOnce: true,
  },
  'accounts/identity/accounts/change-email requestEmailChange': {
    as: aPersonWithPassword,
    page: '/security/email',
    ...{
      button: 'Send the link',
      fields: () => ({ email: 'another-address@example.com' }),
      done: 'another-address',
    },
  },
  'accounts/identity/accounts/change-email confirmEmailChange': {
    as: aPersonWithPassword,
    page: async (actor) => {
      if (actor === 'admin') throw new Error('a person');
      const email = `${randomUUID()}@example.com`;
      const asked = await requestEmailChange(new Request('http://localhost/'), actor, email);
      if (!asked.ok) throw new Error(asked.problem.kind);
      return `/change-email${await linkTo(email)}`;
    },
    ...{ button: 'Change my email', done: 'Email changed' },
  },
  'accounts/identity/second-factor/change-authenticator turnAuthenticatorOn': {
    as: aPersonWithPassword,
    ...{ page: '/security/authenticator', button: 'Turn on', fields: codeOnPage, done: 'Your backup codes' },
  },
  'accounts/identity/second-factor/change-authenticator renewBackupCodes': {
    as: aPersonWithApp,
    ...{ page: '/security/authenticator', button: 'Make new codes', done: 'Your backup codes' },
  },
  'accounts/identity/second-factor/change-authenticator turnAuthenticatorOff': {
    as: aPersonWithApp,
    ...{ page: '/security/authenticator', button: 'Turn off', done: 'Two-factor sign-in is off' },
  },
  'accounts/identity/second-factor/change-text-factor requestSetUpCode': {
    as: aPersonWithPassword,
    page: '/security/text-messages',
    ...{ button: 'Send', fields: () => ({ phone: '(607) 555-0177' }), done: '\\(607\\) 555-0177' },
  },
  'accounts/identity/second-factor/change-text-factor turnTextFactorOn':
    'needs the code that was sent to a phone',
  'accounts/identity/second-factor/change-text-factor turnTextFactorOff': {
    as: async () => {
      const person = await aPersonWithPassword();
      await demoShop()
        .db.insert(textFactors)
        .values({ userId: person.userId, phone: '+16075550177', agreedTo: 'x' });
      return person;
    },
    page: async (actor) => {
      if (actor === 'admin') throw new Error('a person');
      // A text code alone does not change the second factor.
      await demoShop()
        .db.update(sessions)
        .set({ secondFactor: true })
        .where(eq(sessions.userId, actor.userId));
      return '/security/text-messages';
    },
    ...{ button: 'Turn off', done: 'Two-factor sign-in is off' },
  },
  'accounts/identity/second-factor/passkey-options passkeyOptions':
    'only scripts ask for it: tests/journeys/security.journey.ts',
  'accounts/identity/second-factor/change-passkeys addPasskey':
    'only scripts send it: tests/journeys/security.journey.ts',
  'accounts/identity/second-factor/change-passkeys removePasskey': {
    as: aPersonWithPasskey,
    ...{ page: '/security/passkeys', button: 'Remove', done: 'Passkey removed' },
  },
  'accounts/identity/providers/link-provider linkIdentity':
    'is the answer of another site: tests/application/provider-sign-in.app.test.ts',
  'accounts/identity/providers/link-provider unlinkIdentity': {
    as: async () => {
      const person = await aPersonWithPassword();
      await demoShop()
        .db.insert(accounts)
        .values({
          userId: person.userId,
          accountId: randomUUID(),
          providerId: accountProvider('https://id.example'),
        });
      return person;
    },
    ...{ page: '/security/providers', button: 'Remove' },
  },
  'sales/compliance/change-tax-rules addTaxRule': {
    page: '/admin/settings/tax',
    ...{ button: 'Add rule', fields: () => ({ name: 'Town tax', rate: '0.5' }), done: 'Saved' },
  },
  'sales/compliance/change-tax-rules correctTaxRule': {
    page: () => aTaxRule('2031-01-01'),
    ...{ button: 'Correct', fields: () => ({ rate: '2' }), done: 'Saved' },
  },
  'sales/compliance/change-tax-rules endTaxRule': {
    page: () => aTaxRule('2026-01-01'),
    ...{ button: 'End', fields: () => ({ last: '2030-12-31' }), done: 'Saved' },
  },
  'sales/compliance/change-tax-rules removeTaxRule': {
    page: () => aTaxRule('2031-01-01'),
    button: 'Delete',
    done: 'Saved',
  },
  'sales/compliance/change-tax-rules applyNewYork': {
    page: '/admin/settings/tax?preset=2032-01-01',
    ...{ button: 'Apply from', done: 'Saved' },
  },
  'sales/promotions/send-promotion sendPromotion': {
    page: async () => {
      const { db } = demoShop();
      const createdBy = (await demoPerson(db, 'admin')).userId;
      await db.insert(userPreferences).values({ userId: (await aPerson(db)).userId, promotional: true });
      const [draft] = await db
        .insert(promotions)
        .values({ title: 'News', words: 'New on the menu.', createdBy })
        .returning({ id: promotions.id });
      return `/admin/promotions/${draft?.id}`;
    },
    ...{ button: 'Send to', done: 'Stop sending|Sent to' },
  },
  'records/books/close-month closeMonth': { page: lastMonth, button: 'Close', done: 'closed\\.|Closed ' },
  'records/books/reopen-month reopenMonth': {
    page: lastMonth,
    ...{ button: 'Reopen', fields: () => ({ reason: REASON }), done: 'eopened' },
  },
  'sales/recalls/start-recall startRecall': {
    page: () => aRecall(false),
    button: 'Start recall',
    done: 'have not answered|answered|Active',
  },
  'sales/recalls/show-phones showPhones': {
    page: async () => {
      const page = await aRecall(true);
      await demoShop().db.execute(sql`update customer_profiles set phone = '(607) 555-0142' where user_id in (
        select user_id from recall_people where recall_id = ${page.split('/').at(-1)}::uuid)`);
      return page;
    },
    ...{ button: 'Show phone numbers', done: '\\(607\\) 555-0142' },
  },
  'sales/closures/show-call-phones showCallPhones': {
    page: aClosure,
    button: 'Show phone numbers',
    done: '\\(607\\) 555',
  },
  'sales/price-corrections/export-affected exportAffected': file(
    '/admin/products/1/wrong-price?from=2026-11-01T00:00&until=2026-11-02T00:00&right=1',
    '&lot=&way=',
  ),
  'sales/recalls/export-recall exportRecall': { page: () => aRecall(true), file: '/export' },
  'sales/recalls/export-recall exportRecallPdf': { page: () => aRecall(true), file: '/pdf' },
  'ground/settings/save-settings saveSettings': guardedSections.map(setting),
  'ground/settings/save-price-list removePriceList': {
    page: async () => {
      await demoShop().db.execute(
        sql`update store_settings set value = value || '{"priceListKey": "gone"}' where name = 'store'`,
      );
      await demoShop().db.execute(
        sql`insert into store_settings (name, value) values ('store', '{"priceListKey": "gone"}') on conflict do nothing`,
      );
      return '/admin/settings/price-list';
    },
    ...{ button: 'Remove PDF', done: 'Visitors now get' },
  },
  'ground/settings/content/publish-content publishContent': {
    page: '/admin/settings/page-texts/faq',
    ...{
      button: 'Publish',
      fields: () => ({ title: 'Questions', intro: 'Ask us.', source: '## Hours\n\nTen.' }),
      done: 'Published as version',
    },
  },
  'ground/settings/content/publish-content restoreContent': {
    page: '/admin/settings/page-texts/faq',
    ...{ button: 'Publish again', done: 'Published as version' },
  },
  'ground/settings/open-shop closeShop': {
    page: '/admin/settings/opening',
    button: 'Close the shop',
    done: 'Visitors see that the shop is not open yet',
  },
};
