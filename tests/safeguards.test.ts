/** docs/evidence/safeguards.md says what the code enforces. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINIMUM_PASSWORD } from '#core/accounts/identity/accounts/password-rule.ts';
import {
  accountMailLimits,
  addressLimits,
  apiLimit,
  browserErrorLimits,
  codeLimits,
  emailChangeLimit,
  guessLimits,
  linkLimit,
  photoLimit,
  pinLimits,
  type RateLimit,
  receiptLimit,
  textCodeLimits,
  tokenLimit,
} from '#core/accounts/identity/sessions/rate-limit.ts';
import { MAXIMUM_PASSWORD } from '#core/accounts/identity/sessions/sign-in.ts';
import { type Permission, roleMay } from '#core/ground/access/actor.ts';
import { rightsBetween } from '#core/ground/access/permission-words.ts';

const page = readFileSync('docs/evidence/safeguards.md', 'utf8');

/** The last column of the row that begins so. */
function rowOf(what: string): string {
  const rows = page.split('\n').filter((line) => line.startsWith(`| ${what} |`));
  expect(rows, what).toHaveLength(1);
  return rows[0]?.split('|').at(-2)?.trim() ?? '';
}

const spans: Readonly<Record<number, string>> = {
  60: '1 minute',
  300: '5 minutes',
  600: '10 minutes',
  900: '15 minutes',
  3600: '1 hour',
  86400: '1 day',
};
const words = ({ max, windowSeconds }: RateLimit) => `${max} in ${spans[windowSeconds]}`;
/** Of the same span, as '20 / 300 in 1 hour'. */
const together = (...limits: RateLimit[]) => {
  expect(new Set(limits.map(({ windowSeconds }) => windowSeconds)).size).toBe(1);
  return `${limits.map(({ max }) => max).join(' / ')} in ${spans[limits[0]?.windowSeconds ?? 0]}`;
};

test.each<[string, string]>([
  ['Sign-in | address', words(addressLimits['sign-in'])],
  ['Sign-up | address', words(addressLimits['sign-up'])],
  ['Checkout of a guest | address', words(addressLimits['guest-checkout'])],
  ['New password, new confirmation mail | address', words(addressLimits['password-reset'])],
  ['New password, new confirmation mail | address', words(addressLimits['new-confirmation'])],
  ['Change of email | address / account', together(addressLimits['change-email'], emailChangeLimit)],
  ['Links from mail | address', words(addressLimits['follow-link'])],
  ['Passkeys | address', words(addressLimits.passkey)],
  ['Answers of outside sign-in | address', words(addressLimits.provider)],
  [
    'Reports of pages that failed in a browser | address / all',
    together(browserErrorLimits.byAddress, browserErrorLimits.inTotal),
  ],
  [
    'Wrong passwords | address and account / account / known device',
    together(guessLimits.addressAndAccount, guessLimits.account, guessLimits.device),
  ],
  [
    'Codes of an app, unknown device | account',
    `${words(codeLimits.strangers)}, ${words(codeLimits.strangersInADay)}`,
  ],
  [
    'Codes of an app, known device | device / all known ones',
    `${words(codeLimits.device)} / ${words(codeLimits.devicesInADay)}`,
  ],
  ['Backup codes | device or address / account', together(codeLimits.backup, codeLimits.backupInTotal)],
  [
    'Codes by text message | account / device / address / phone',
    together(textCodeLimits.account, textCodeLimits.device, textCodeLimits.address, textCodeLimits.phone),
  ],
  [
    'Account mail to a recipient | address / all strangers / known device',
    together(accountMailLimits.addressAndRecipient, accountMailLimits.recipient, accountMailLimits.device),
  ],
  ['Passwords tried with one link | link', words(linkLimit)],
  ['PINs | tablet', words(pinLimits.tablet)],
  ['PINs | person', `${words(pinLimits.person)}, ${words(pinLimits.personInADay)}`],
  ['Access tokens of open pages | account', words(tokenLimit)],
  ['API and menu feed | token / address', words(apiLimit)],
  ['License photos and pictures | person', words(photoLimit)],
  ['Receipts by mail | order', words(receiptLimit)],
])('the limit of ‘%s’ is the one in the code', (row, limit) => {
  expect(rowOf(row)).toBe(limit);
});

test('the permissions of staff and of admins are those in the code', () => {
  const named = (role: string) =>
    [...rowOf(role).matchAll(/`([^`]+)`/g)].map(([, name]) => name as Permission);
  const ofStaff = named('Staff');
  const ofAdmins = named('Admin');
  for (const permission of ofStaff) expect(roleMay('staff', permission), permission).toBe(true);
  for (const permission of ofAdmins) {
    expect(roleMay('admin', permission), permission).toBe(true);
    expect(roleMay('staff', permission), permission).toBe(false);
  }
  expect(new Set(ofStaff).size).toBe(rightsBetween('user', 'staff').gains.length);
  expect(new Set(ofAdmins).size).toBe(rightsBetween('staff', 'admin').gains.length);
});

test('the length of passwords is the one in the code', () => {
  expect(page).toContain(`has ${MINIMUM_PASSWORD} to ${MAXIMUM_PASSWORD} characters`);
});
