/** A customer's account without scripts: signing up, profile, security, notifications, activity and deletion. */
import { randomInt, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { codeOf, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { unsubscribeToken } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { userActivity } from '#db/schema/activity.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, sessions, users } from '#db/schema/identity.ts';
import { notifications, userPreferences } from '#db/schema/notifications.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { signInByForm, signOut } from './form-steps.ts';
import { expect, test } from './forms.ts';
import { linkIn } from './mailbox.ts';
import type { PlainPage } from './plain-page.ts';
import type { Shop } from './shop.ts';

const PASSWORD = 'kettle-orbit-mossy';
const PREFERENCES = '/notifications/preferences';

async function personWithPassword(shop: Shop, wanted?: Parameters<Shop['person']>[0]): Promise<SignedIn> {
  const person = await shop.person(wanted);
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await shop.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}

/** Moves this person's sign-ins this many minutes into the past. */
async function minutesPass(shop: Shop, { userId }: SignedIn, minutes: number): Promise<void> {
  await shop.db
    .update(sessions)
    .set({ confirmedAt: sql`confirmed_at - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, userId));
}

/** Sets up two-factor sign-in; returns the app's secret and the backup codes. */
async function setUpCodes(page: PlainPage): Promise<{ secret: string; codes: string[] }> {
  const key = page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = (await key.innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const codes = await page.getByText(/^\d{5}-\d{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

/** A code newer than any used so far in these journeys; one step early is accepted. */
const nextCode = (secret: string) => codeOf(secret, stepAt(new Date()) + 1);

/** A phone that no other journey has. */
const aPhone = () => `+1518${randomInt(200, 900)}${String(randomInt(10_000)).padStart(4, '0')}`;

/** The newest code at a phone, once this many messages have arrived. */
async function codeAt(shop: Shop, phone: string, messages: number): Promise<string> {
  await expect.poll(() => shop.smsGateway.textsTo(phone).length).toBe(messages);
  const text = shop.smsGateway.textsTo(phone).at(-1) ?? '';
  expect(text).toMatch(/^Two Branches Farm: your sign-in code is \d{6}\./);
  return /\d{6}/.exec(text)?.[0] ?? '';
}

async function setUp(page: PlainPage, shop: Shop, phone: string): Promise<string[]> {
  await page.getByLabel('Mobile phone').fill(phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeAt(shop, phone, 1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const codes = await page.getByText(/^\d{5}-\d{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  return codes;
}

const signIn = (page: PlainPage) => page.getByRole('button', { name: 'Sign In', exact: true });

async function news(shop: Shop, person: SignedIn, many: number): Promise<void> {
  await shop.db.insert(notifications).values(
    Array.from({ length: many }, (_, at) => ({
      userId: person.userId,
      type: 'order' as const,
      title: `Order ORD${String(at).padStart(3, '0')} is ready for pickup`,
      message: `Come by ${'soon '.repeat(at % 12)}.`,
      path: at % 2 === 0 ? '/faq' : null,
      createdAt: new Date(Date.UTC(2026, 10, 5, 19, at)),
    })),
  );
}

const decide = (shop: Shop, person: SignedIn, isVerifiedOver21: boolean) =>
  shop.db
    .update(customerProfiles)
    .set({ isVerifiedOver21, licenseVerified: isVerifiedOver21, ageDecidedAt: new Date() })
    .where(eq(customerProfiles.userId, person.userId));

const aPicture = async (width = 640, height = 400) => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#c8a24a' } })
    .jpeg()
    .toBuffer(),
});

test('a customer without open orders deletes their account without scripts', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person({ email: `leaving-${randomUUID()}@example.com` });
  const order = await shop.order(person, await shop.product());
  await shop.signIn(page, person);

  await page.goto('/your-data');
  const groups = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await expect(groups).toHaveText(['Orders', 'Favorites', 'Profile', 'Notifications', 'Security and data']);
  const here = groups.last();
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(here).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(`${order} is still open.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account for good' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await page.getByText('Cancel order').first().click();
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .last()
    .click();
  await expect(page.getByText(`${order} is canceled.`).first()).toBeVisible();

  await page.goto('/your-data/delete');
  await page.getByLabel(/^To confirm, enter your email/).fill('somebody@example.com');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByLabel(/^To confirm, enter your email/)).toHaveAccessibleDescription(
    /so that nothing is deleted by accident/,
  );
  await page.getByLabel(/^To confirm, enter your email/).fill(person.email.toUpperCase());
  await page.getByRole('button', { name: 'Delete my account for good' }).click();

  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account is deleted.').first()).toBeVisible();
  expect(await shop.db.select().from(users).where(eq(users.id, person.userId))).toEqual([]);
  await shop.mailbox.receive(person.email, /^Your account is deleted$/);
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/login/);
});

test('the activity’s filters and details work without scripts', async ({ visitor: page, shop }) => {
  const person = await shop.person();
  await shop.signIn(page, person);
  await shop.db.insert(userActivity).values({
    userId: person.userId,
    activityType: 'security_alert',
    description: 'Password changed',
    metadata: { alert_type: 'password_reset' },
  });
  await page.goto('/activity');
  await page.getByLabel('Activity', { exact: true }).selectOption('Security Alerts');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/type=security_alert/);
  await page.getByText('View Details').click();
  await expect(page.getByRole('main').getByRole('definition')).toHaveText('Password reset');
});

test('notification preferences save and the notifications list loads without scripts', async ({
  openVisitor,
  shop,
}) => {
  const person = await shop.person();
  const page = openVisitor();
  await shop.signIn(page, person);
  await page.goto(PREFERENCES);
  await page.getByRole('checkbox', { name: 'Promotional Updates' }).check();
  await page.getByText('Choose event by event', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Order ready for pickup: Email' }).uncheck();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByText('Preferences updated successfully')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Promotional Updates' })).toBeChecked();
  await expect(page.getByText('Turning it on needs JavaScript.')).toBeVisible();

  await news(shop, person, 2);
  await page.goto('/notifications');
  await page.getByRole('button', { name: /ORD000/ }).click();
  await expect(page).toHaveURL('/faq');
  await page.goto('/notifications');
  await expect(page.getByRole('link', { name: /ORD000/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('New', { exact: true })).toHaveCount(0);
});

test('the link in a promotional email unsubscribes on one press, without a sign-in', async ({
  openVisitor,
  shop,
}) => {
  const person = await shop.person();
  await shop.db.insert(userPreferences).values({ userId: person.userId, promotional: true });
  const promotional = async () => {
    const [row] = await shop.db
      .select()
      .from(userPreferences)
      .where(eq(userPreferences.userId, person.userId));
    return row?.promotional;
  };
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  const link = `/unsubscribe?token=${unsubscribeToken({ userId: person.userId, choice: 'promotion' })}`;
  // The age gate does not cover it.
  const page = openVisitor({ affirmed: false });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible();
  expect(await promotional()).toBe(true);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible();
  expect(await promotional()).toBe(false);
  expect(await page.goto(`${link}x`)).toBe(400);
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
});

test('notification preferences ask a guest to sign in', async ({ visitor: page }) => {
  await page.goto(PREFERENCES);
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fnotifications%2Fpreferences$/);
  await expect(page.getByText('Please sign in to manage your notification preferences.')).toBeVisible();
});

test('without scripts a profile is saved, a photo sent and one deleted', async ({ visitor: page, shop }) => {
  await shop.signIn(page, await shop.person());
  await page.goto('/profile');
  await page.getByLabel(/^Phone/).fill('call me');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please enter a phone number like (607) 555-0142.').first()).toBeVisible();
  await expect(page.getByLabel(/^Phone/)).toHaveValue('call me');
  await page.getByLabel(/^Phone/).fill('607 555 0100');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved!')).toBeVisible();
  await expect(page.getByLabel(/^Phone/)).toHaveValue('607 555 0100');

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await aPicture());
  await page.getByRole('button', { name: 'Upload license photo' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('License photo saved.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your license photo' })).toBeVisible();
  const fold = page.getByRole('group').filter({ hasText: 'Delete your license photo?' });
  await fold.locator('summary').click();
  await fold.getByRole('button', { name: 'Delete license photo' }).click();
  await expect(page.getByText('License photo deleted.')).toBeVisible();
});

test('two tabs of a profile do not overwrite each other', async ({ visitor: page, shop }) => {
  await shop.signIn(page, await shop.person());
  const other = page.newPage();
  await page.goto('/profile');
  await other.goto('/profile');
  await page.getByLabel(/^Phone/).fill('607 555 0100');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved!')).toBeVisible();
  await other.getByLabel(/^Phone/).fill('607 555 0199');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expect(other.getByRole('row', { name: /Phone 607 555 0100 607 555 0199/ })).toBeVisible();
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Profile saved!')).toBeVisible();
});

test('a profile reports what is missing, what was decided and what was reset', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person();
  await shop.signIn(page, person);
  await page.goto('/profile');
  const age = page.getByRole('region', { name: 'Age verification' });
  await expect(age.getByText('Not complete')).toBeVisible();
  await expect(age.getByRole('listitem')).toHaveText(["your driver's license ID", 'a photo of your license']);
  await expect(age.getByText('Not provided')).toBeVisible();
  await expect(age.getByText(/We check your ID at every pickup/)).toBeVisible();

  await decide(shop, person, true);
  await page.reload();
  await expect(age.getByText(/^\W*Approved$/)).toBeVisible();
  await page.getByLabel('Birth Date').fill('1991-02-03');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved!')).toBeVisible();
  await expect(age.getByText('Not complete')).toBeVisible();

  await decide(shop, person, false);
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert').first()).toHaveText(
    'Selling to anyone under 21 is illegal. Check ID.',
  );
  await expect(page.getByLabel('Birth Date')).toHaveAttribute('readonly');
});

test('a customer sets up codes, signs in with one and changes the password without scripts', async ({
  visitor: page,
  shop,
}) => {
  const person = await personWithPassword(shop);
  await shop.signIn(page, person);
  await minutesPass(shop, person, 60);
  await page.goto('/security/authenticator');
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.getByLabel('Password').fill('not-my-password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/security/authenticator');
  const { secret } = await setUpCodes(page);

  await signOut(page);
  await page.goto('/login');
  await signInByForm(page, person.email, PASSWORD);
  await page.getByRole('textbox', { name: 'Code' }).fill('12');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /A code has six digits, a backup code has ten\./,
  );
  await page.getByRole('textbox', { name: 'Code' }).fill(nextCode(secret));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/products');

  await page.goto('/security/password');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('harbor-violet-ninth');
  await page.getByLabel('Enter it again').fill('harbor-violet-tenth');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Enter it again')).toHaveAccessibleDescription(/The two passwords differ\./);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('harbor-violet-ninth');
  await page.getByLabel('Enter it again').fill('harbor-violet-ninth');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await shop.mailbox.receive(person.email, /Your password was changed/);
});

test('a customer sets up, uses and turns off codes by text message without scripts; a backup code also works', async ({
  visitor: page,
  shop,
}) => {
  const person = await personWithPassword(shop);
  const phone = aPhone();
  await shop.signIn(page, person);
  await page.goto('/security/text-messages');
  const codes = await setUp(page, shop, phone);

  await signOut(page);
  await page.goto('/login');
  await signInByForm(page, person.email, PASSWORD);
  await expect(page.getByText(`phone ending in ${phone.slice(-2)}`)).toBeVisible();
  const code = await codeAt(shop, phone, 2);
  await page.getByRole('textbox', { name: 'Code' }).fill('1234567890');
  await signIn(page).click();
  await expect(page.getByText('This code is wrong, has expired or was already used.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText(/You can ask for another in \d+ seconds/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await signIn(page).click();
  await expect(page).toHaveURL('/products');

  await signOut(page);
  await page.goto('/login?returnTo=%2Fsecurity%2Ftext-messages');
  await signInByForm(page, person.email, PASSWORD);
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await signIn(page).click();
  await expect(page).toHaveURL('/security/text-messages');
  await expect(page.getByText('9 backup codes left')).toBeVisible();
  await page.getByText('Turn off two-factor sign-in', { exact: true }).click();
  await page.getByRole('button', { name: /^Turn off/ }).click();
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await shop.mailbox.receive(person.email, /Two-factor sign-in by text message is off/);
});

test('staff see that codes by text message do not open the back office', async ({ visitor: page, shop }) => {
  const person = await personWithPassword(shop, { role: 'staff' });
  await shop.signIn(page, person);
  await page.goto('/security/text-messages');
  await expect(page.getByText('The back office does not accept text codes.')).toBeVisible();
  await setUp(page, shop, aPhone());
  await page.goto('/admin');
  await expect(page).toHaveURL('/security/authenticator');
  await expect(page.getByText('Sign in again with a backup code or a passkey')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
});

test('a new email takes effect once confirmed, and the old address can undo it', async ({
  visitor: page,
  openVisitor,
  shop,
}) => {
  const oldEmail = `old-${randomUUID()}@example.com`;
  const newEmail = `new-${randomUUID()}@example.com`;
  const person = await shop.person({ email: oldEmail });
  await shop.signIn(page, person);

  await page.goto('/security');
  await page.getByRole('link', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('not an address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription(
    'Please enter an email address like name@example.com.',
  );
  await expect(page.getByLabel('New email')).toHaveValue('not an address');
  await page.getByLabel('New email').fill(newEmail);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('We emailed the new address.')).toBeVisible();
  await expect(page.getByText('Waiting for your confirmation')).toBeVisible();

  // A person with the link but without the account is asked to sign in.
  const link = linkIn(await shop.mailbox.receive(newEmail, /^Confirm your new email$/), '/change-email');
  const stranger = openVisitor();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/login\?returnTo=/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible();
  await page.getByRole('button', { name: 'Change my email' }).click();
  await expect(page.getByText('Email changed.')).toBeVisible();
  await expect(page.locator('#email').getByText(newEmail)).toBeVisible();

  // 'This wasn't me', in another browser and without scripts.
  const mail = await shop.mailbox.receive(oldEmail, /^The email of your account was changed$/);
  const undoing = openVisitor();
  await undoing.goto(linkIn(mail, '/undo-email-change'));
  await expect(undoing.getByText(oldEmail)).toBeVisible();
  await undoing.getByRole('button', { name: 'This wasn’t me: undo it' }).click();
  await expect(undoing).toHaveURL(/\/forgot-password$/);
  await expect(undoing.getByText('Your old email is restored')).toBeVisible();

  await page.goto('/security');
  await expect(page).toHaveURL(/\/login/);
});

test('the notifications page has pages and an unread filter; opening one marks it read, and one press marks them all', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person();
  await shop.signIn(page, person);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'No notifications yet.' })).toBeVisible();

  await news(shop, person, 45);
  await page.goto('/notifications');
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'ready for pickup' });
  await expect(entries).toHaveCount(20);
  await expect(entries.first()).toContainText('ORD044');
  await expect(entries.first()).toContainText('Nov 5, 2026 2:44 PM');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(entries.first()).toContainText('ORD024');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(entries).toHaveCount(5);
  await page.getByRole('link', { name: 'First' }).click();
  await expect(entries.first()).toContainText('ORD044');

  await entries.first().getByRole('button').click();
  await expect(page).toHaveURL('/faq');
  await page.goto('/notifications?show=unread');
  await expect(entries.first()).toContainText('ORD043');
  // One without its own page is marked read in the list.
  await entries.first().getByRole('button').click();
  await expect(entries.first()).toContainText('ORD042');

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('heading', { name: 'No unread notifications.' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(entries).toHaveCount(20);
});

test('the activity page is empty at first, empty for an unused filter, and paged for a long history', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person();
  await shop.signIn(page, person);
  await page.goto('/activity');
  await expect(page.getByRole('heading', { name: 'No activity yet.' })).toBeVisible();
  await page.goto('/activity?type=security_alert');
  await expect(page.getByRole('heading', { name: 'No activity matches.' })).toBeVisible();

  await shop.db.insert(userActivity).values(
    Array.from({ length: 30 }, (_, index) => ({
      id: randomUUID(),
      userId: person.userId,
      activityType: 'profile_update' as const,
      description: `A rather long description of what has been updated this time, number ${index}`,
      metadata: { fields: 'Full Name, Phone, Address, State of License' },
      createdAt: new Date(Date.now() - index * 60_000),
    })),
  );
  await page.goto('/activity');
  const entries = page.getByRole('main').locator('ol li');
  await expect(entries).toHaveCount(25);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(entries).toHaveCount(5);
  await page.getByRole('link', { name: 'Previous', exact: true }).click();
  await expect(entries).toHaveCount(25);
});
