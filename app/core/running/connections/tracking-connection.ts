/** The state's tracking system as an admin connects it in the office: the region, the license and its two keys. Pure. */
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import { parseUrl } from '#kernel/url.ts';
import { type ConnectionService, type ConnectionValues, serviceOf } from './connection-form.ts';
import { isAllowed } from './office-address.ts';

const key = (name: string, label: string, hint: string): SettingsField => ({
  ...{ kind: 'text', key: name, label, longest: 200, type: 'password', hint },
  // A colon would end the first key in the request.
  check: (text) =>
    /^[\x21-\x39\x3b-\x7e]+$/.test(text) ? null : `${label}: copy it again; it has no spaces.`,
});
const fields: readonly SettingsField[] = [
  {
    ...{ kind: 'text', key: 'license', label: 'License number', longest: 60 },
    ...{ example: 'OCM-MICR-24-000001', hint: 'As Metrc shows it beside the farm’s name.' },
    check: (text) =>
      /^[\w./-]+$/.test(text) ? null : 'Enter the license number as Metrc shows it, without spaces.',
  },
  key(
    'softwareKey',
    'Software key',
    'Metrc gives it for this software. It calls it the vendor or integrator key.',
  ),
  key('licenseKey', 'Your Metrc key', 'In Metrc: your name at the top right, API Keys, Generate.'),
];
const address: SettingsField = {
  ...{ kind: 'text', key: 'address', label: 'Address', longest: 300, example: 'https://api-ny.metrc.com' },
  check: (text) => {
    const url = parseUrl(text);
    return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.pathname === '/' && !url.search
      ? null
      : 'Enter the address like https://api-ny.metrc.com, and nothing after it.';
  },
};
const trap =
  'At first the shop only watches: it reads packages and compares them with its lots. It reports when you start that. It takes two keys: yours, which you make in Metrc, and the software’s, which Metrc’s support gives.';

/** What the demo store plays itself. It has keys, which no one types. */
export const PRACTICE: ConnectionService = {
  ...{ id: 'metrc-practice', name: 'Metrc for practice, in this demo', fields: [], isOfDemo: true },
  trap: 'The demo plays Metrc itself, with packages for its lots. It takes no keys, and nothing leaves this computer. Under State Tracking, Play Metrc, you do what people do in Metrc.',
};

export const trackingServices: readonly ConnectionService[] = [
  PRACTICE,
  { id: 'metrc-ny', name: 'Metrc, New York', fields, trap },
  {
    ...{ id: 'metrc-ny-sandbox', name: 'Metrc, New York, for practice', fields },
    trap: `${trap} The practice system has keys and packages of its own.`,
  },
  { id: 'metrc-other', name: 'Metrc at another address', fields: [address, ...fields], trap },
];

const origins: Readonly<Record<string, string>> = {
  'metrc-ny': 'https://api-ny.metrc.com',
  'metrc-ny-sandbox': 'https://sandbox-api-ny.metrc.com',
};

/**
 * What the shop connects with; null for a service that is no longer on the list.
 * @param zone the store's. @param allowed the one address in an own network that the server's settings allow
 */
export function trackingOptionsOf(values: ConnectionValues, zone: string, allowed: string | undefined) {
  const service = serviceOf(trackingServices, values.service);
  if (!service) return null;
  const origin = origins[service.id] ?? values.address ?? '';
  const { license = '', softwareKey = '', licenseKey = '' } = values;
  return { origin, license, softwareKey, licenseKey, zone, isOwnNetwork: isAllowed(origin, allowed) };
}
