/** Sign-in with another provider as an admin sets it in the office: what each asks for, and what sign-in gets. Pure. */
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { parseUrl } from '#kernel/url.ts';
import type { ProviderSettings } from '#platform/env.ts';
import { type ConnectionService, type ConnectionValues, serviceOf } from './connection-form.ts';

const providerKinds = ['google', 'apple', 'provider'] as const satisfies readonly ShopConnectionKind[];
export type ProviderKind = (typeof providerKinds)[number];

export const isProviderKind = (kind: unknown): kind is ProviderKind =>
  (providerKinds as readonly unknown[]).includes(kind);

/** Its short name, which is in the callback address. */
export const idOfKind = (kind: ProviderKind): string => (kind === 'provider' ? 'other' : kind);

/** @param people who have no other way in */
export function onlyWayInWords(people: number): string {
  if (people === 0) return 'Everyone who signed in with it has another way in.';
  const has = people === 1 ? 'One person has' : `${people} people have`;
  return `${has} no other way in: ‘Forgot password?’ gives them a password by email.`;
}

const noSpaces = (label: string) => (text: string) =>
  /^[\x21-\x7e]+$/.test(text) ? null : `${label}: copy it again; it has no spaces.`;
const id = (label: string, example: string): SettingsField => ({
  ...{ kind: 'text', key: 'clientId', label, longest: 500, example, check: noSpaces(label) },
});
const secret = (label: string, hint?: string): SettingsField => ({
  ...{ kind: 'text', key: 'secret', label, longest: 4000, type: 'password', check: noSpaces(label) },
  ...(hint ? { hint } : {}),
});
const issuer: SettingsField = {
  ...{ kind: 'text', key: 'issuer', label: 'Address of the provider', longest: 300 },
  example: 'https://id.example.com',
  hint: 'The provider calls it issuer.',
  check: (text) =>
    parseUrl(text)?.protocol === 'https:' ? null : 'Enter the address like https://id.example.com.',
};
const name: SettingsField = {
  ...{ kind: 'text', key: 'name', label: 'Name on the button', longest: 40, example: 'Farm ID' },
};
export const providerServices: readonly ConnectionService[] = [
  {
    ...{ id: 'google', name: 'Google' },
    fields: [id('Client ID', '1234.apps.googleusercontent.com'), secret('Client secret')],
    trap: 'In the Google Cloud console create an OAuth client of the type Web application, enter the callback address of this page there, and publish the consent screen: until then only test users can sign in.',
  },
  {
    ...{ id: 'apple', name: 'Apple' },
    fields: [
      id('Services ID', 'com.example.shop'),
      secret('Client secret', 'A signed token, not the key file. It begins with eyJ.'),
    ],
    trap: 'Apple’s client secret is a token that you sign with your key, and is valid for at most six months: note the day, and enter a new one before.',
  },
  {
    ...{ id: 'provider', name: 'Another provider' },
    fields: [name, issuer, id('Client ID', 'shop'), secret('Client secret')],
    trap: 'Any provider with OpenID Connect. It must say the person’s email, and whether it is confirmed.',
  },
];

/** What sign-in gets; null for a service that is no longer on the list. */
export function providerOfValues(values: ConnectionValues): ProviderSettings | null {
  const service = serviceOf(providerServices, values.service);
  if (!service) return null;
  return {
    id: idOfKind(service.id as ProviderKind),
    name: service.id === 'provider' ? (values.name ?? '') : service.name,
    issuer: issuerOf(values),
    clientId: values.clientId ?? '',
    clientSecret: values.secret ?? '',
    scope: service.id === 'apple' ? 'openid email name' : 'openid email profile',
    responseMode: service.id === 'apple' ? 'form_post' : 'query',
  };
}

/** As the provider calls itself. */
function issuerOf({ service, issuer: typed = '' }: ConnectionValues): string {
  if (service === 'google') return 'https://accounts.google.com';
  return service === 'apple' ? 'https://appleid.apple.com' : typed;
}

/** When a secret that is a signed token expires, as Apple’s is; null for any other. */
export function expiryOf(secret: string): Date | null {
  const [, payload] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(secret) ?? [];
  if (payload === undefined) return null;
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' ? new Date(exp * 1000) : null;
  } catch {
    return null;
  }
}
