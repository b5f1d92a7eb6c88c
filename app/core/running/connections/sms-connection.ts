/** Text messages as an admin sets them in the office: the usual services, and the requests they take. Pure. */
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import type { SmsGateway } from '#platform/outgoing/sms.ts';
import { type ConnectionService, type ConnectionValues, serviceOf } from './connection-form.ts';

const secret = (label: string): SettingsField => ({
  ...{ kind: 'text', key: 'secret', label, longest: 200, type: 'password' },
  check: (text) => (/^[\x21-\x7a]+$/.test(text) ? null : `${label}: copy it again; it has no spaces.`),
});
const from: SettingsField = {
  ...{ kind: 'text', key: 'from', label: 'Number that sends', longest: 16, type: 'tel' },
  example: '+16075550142',
  hint: 'A number of yours at the service, with +1 and no spaces.',
  check: (text) => (/^\+\d{8,15}$/.test(text) ? null : 'Enter the number like +16075550142.'),
};

export const smsServices: readonly ConnectionService[] = [
  {
    ...{ id: 'twilio', name: 'Twilio' },
    fields: [
      {
        ...{ kind: 'text', key: 'account', label: 'Account SID', longest: 34 },
        check: (text) => (/^AC[\da-f]{32}$/i.test(text) ? null : 'It begins with AC and has 34 letters.'),
      },
      secret('Auth token'),
      from,
    ],
    trap: 'Register the number for business texting (A2P 10DLC) first: until then carriers drop its messages. Ask Twilio whether it permits a cannabis store.',
  },
  {
    ...{ id: 'telnyx', name: 'Telnyx', fields: [secret('API key'), from] },
    trap: 'Register the number for business texting (10DLC) first, and assign it to a messaging profile. Ask Telnyx whether it permits a cannabis store.',
  },
];

/** The request that hands a message over; null for a service that is not on the list any more. */
export function gatewayOf(values: ConnectionValues): SmsGateway | null {
  const { account = '', secret = '', from = '' } = values;
  switch (serviceOf(smsServices, values.service)?.id) {
    case 'twilio':
      return {
        ...{ url: `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`, method: 'POST' },
        headers: `Content-Type: application/x-www-form-urlencoded\nAuthorization: Basic ${btoa(`${account}:${secret}`)}`,
        body: `To={to}&From=${encodeURIComponent(from)}&Body={text}`,
      };
    case 'telnyx':
      return {
        ...{ url: 'https://api.telnyx.com/v2/messages', method: 'POST' },
        headers: `Content-Type: application/json\nAuthorization: Bearer ${secret}`,
        body: `{"from":"${from}","to":"{to}","text":"{text}"}`,
      };
    default:
      return null;
  }
}
