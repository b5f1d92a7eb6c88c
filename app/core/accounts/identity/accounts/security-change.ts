/** Messages about every change to how people sign in to an account: one table for history, notifications and mail. */
import type { SecurityChange } from '#core/ground/events/event.ts';

/** What ends with the devices (`endAccessBesides`). */
const ENDED_BESIDES = 'Your API tokens and your PIN for the counter ended, too.';

export const securityWords: Readonly<Record<SecurityChange, { title: string; message: string }>> = {
  'password-changed': {
    title: 'Your password was changed',
    message: `Every other device was signed out. ${ENDED_BESIDES}`,
  },
  'password-reset': {
    title: 'Your password was changed with a link from your email',
    message: `Every device was signed out. ${ENDED_BESIDES}`,
  },
  'sessions-ended': {
    title: 'Devices were signed out',
    message: `Other devices that were signed in to your account were signed out. ${ENDED_BESIDES}`,
  },
  'api-token-created': {
    title: 'An API token was created for your account',
    message: 'A program with it can use your account within the limits you chose.',
  },
  'api-token-revoked': {
    title: 'An API token of your account was revoked',
    message: 'Programs can no longer use it.',
  },
  'pin-set': {
    title: 'Your PIN for the counter was set',
    message: 'It takes over tablets that the counter shares, for the daily work.',
  },
  'pin-removed': {
    title: 'Your PIN for the counter was removed',
    message: 'Tablets that the counter shares no longer take it.',
  },
  'authenticator-on': {
    title: 'Two-factor sign-in is on',
    message: 'Signing in with your password now also takes a code from your authenticator app.',
  },
  'authenticator-off': {
    title: 'Two-factor sign-in is off',
    message: 'Your password alone signs you in again. Your backup codes no longer work.',
  },
  'text-codes-on': {
    title: 'Two-factor sign-in by text message is on',
    message: 'Signing in with your password now also takes a code that we send to your phone.',
  },
  'text-codes-off': {
    title: 'Two-factor sign-in by text message is off',
    message: 'Your password alone signs you in again. We no longer send codes to your phone.',
  },
  'text-codes-replaced': {
    title: 'Your authenticator app replaces text messages',
    message: 'Signing in takes a code from the app. We no longer send codes to your phone.',
  },
  'backup-codes-renewed': {
    title: 'New backup codes were made',
    message: 'The earlier ones no longer work.',
  },
  'backup-code-used': {
    title: 'A backup code was used to sign in',
    message: 'It works only once. You can make new ones at any time.',
  },
  'codes-guessed': {
    title: 'Someone is guessing your sign-in codes',
    message: 'They know your password but could not sign in. Please choose a new password.',
  },
  'passkey-added': {
    title: 'A passkey was added',
    message: 'It signs you in without your password.',
  },
  'passkey-removed': {
    title: 'A passkey was removed',
    message: 'It no longer signs you in.',
  },
  'provider-linked': {
    title: 'Sign-in with another provider was linked',
    message: 'It signs you in without your password.',
  },
  'provider-unlinked': {
    title: 'Sign-in with another provider was removed',
    message: 'It no longer signs you in.',
  },
  'email-changed': {
    title: 'The email of your account was changed',
    message: 'Sign in with this address from now on. Your old address can undo this for 7 days.',
  },
  'email-restored': {
    title: 'The email of your account was changed back',
    message: 'Every device was signed out, and the password no longer works. Choose a new one.',
  },
  'data-downloaded': {
    title: 'Your data was downloaded',
    message: 'Someone signed in to your account downloaded everything we store about you.',
  },
  'second-factor-reset': {
    title: 'Our staff turned off two-factor sign-in for your account',
    message: 'Every device was signed out. Your password alone signs in until you turn it on again.',
  },
  'signed-out-by-staff': {
    title: 'Our staff signed you out',
    message: `Every device was signed out. ${ENDED_BESIDES} Your password has not changed: you can sign in again.`,
  },
  'role-changed': {
    title: 'Your access to our back office has changed',
    message: 'Your role or your rights here were changed. The change is effective now.',
  },
};
