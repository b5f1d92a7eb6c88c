import { describe, expect, test } from 'vitest';
import {
  type ConnectionService,
  connectionWords,
  hasOtherSecrets,
  readConnectionForm,
  serviceOf,
  shownTexts,
} from './connection-form.ts';
import { mailOptionsOf, mailServices } from './mail-connection.ts';
import { gatewayOf, smsServices } from './sms-connection.ts';

const service = (id: string) => serviceOf([...mailServices, ...smsServices], id) as ConnectionService;
const own = {
  host: 'mail.farm.example',
  port: '587',
  security: 'starttls',
  user: 'wren',
  sender: 'shop@farm.example',
};
type Stored = Parameters<typeof readConnectionForm>[2];
const read = (id: string, texts: Record<string, string>, stored: Stored = null) => {
  const outcome = readConnectionForm(service(id), texts, stored);
  return outcome.ok ? outcome.value : null;
};
/** The fields that are refused; none if it is saved. */
const refused = (id: string, texts: Record<string, string>, stored: Stored = null) => {
  const outcome = readConnectionForm(service(id), texts, stored);
  return outcome.ok ? [] : Object.keys(outcome.problem);
};

describe('mail', () => {
  test.each(mailServices.map(({ id }) => id))(
    '%s: every field has a label, and its trap is a sentence',
    (id) => {
      const { trap, fields, fixed } = service(id);
      expect(trap).toMatch(/\.$/);
      expect(trap.length).toBeGreaterThan(40);
      const keys = [...fields.map(({ key }) => key), ...Object.keys(fixed ?? {})];
      expect(keys).toEqual(expect.arrayContaining(['host', 'port', 'security', 'password']));
    },
  );

  test('an account with an app password is all that Gmail needs, and mail comes from it in the store’s name', () => {
    const values = read('google', { user: 'shop@farm.example', password: 'abcd efgh ijkl mnop', sender: '' });
    expect(mailOptionsOf(values as never, 'Alder "Hill" Farm')).toEqual({
      smtpUrl: 'smtp://shop%40farm.example:abcd%20efgh%20ijkl%20mnop@smtp.gmail.com:587?requireTLS=true',
      from: '"Alder Hill Farm" <shop@farm.example>',
    });
  });

  test('one token is user and password at Postmark', () => {
    const values = read('postmark', { password: 't-1', sender: 'shop@farm.example' });
    expect(mailOptionsOf(values as never, 'Farm')?.smtpUrl).toBe(
      'smtp://t-1:t-1@smtp.postmarkapp.com:587?requireTLS=true',
    );
  });

  test('a password does not travel in the open, except on this machine', () => {
    expect(refused('other', { ...own, password: 'p', security: 'none' })).toEqual(['security']);
    const here = read('other', { ...own, password: 'p', security: 'none', host: '127.0.0.1', port: '2525' });
    expect(mailOptionsOf(here as never, 'Farm')?.smtpUrl).toBe('smtp://wren:p@127.0.0.1:2525?ignoreTLS=true');
  });

  test('a sender is asked for when the user name is no address', () => {
    expect(refused('other', { ...own, password: 'p', sender: '' })).toEqual(['sender']);
    expect(refused('sendgrid', { password: 'p', sender: '' })).toEqual(['sender']);
  });
});

describe('a stored password', () => {
  const stored = { ...own, password: 'secret', service: 'other' };
  test('stays when its field is left empty', () => {
    expect(read('other', { ...own, password: '' }, stored)).toEqual(stored);
    expect(read('other', { ...own, password: '', sender: 'new@farm.example' }, stored)).toMatchObject({
      password: 'secret',
    });
  });
  test('is never sent to another server, port or user than it was entered for', () => {
    for (const change of [{ host: 'thief.example' }, { port: '25' }, { user: 'x' }, { security: 'tls' }])
      expect(refused('other', { ...own, ...change, password: '' }, stored)).toEqual(['password']);
    expect(refused('google', { user: 'shop@farm.example', password: '', sender: '' }, stored)).toEqual([
      'password',
    ]);
  });
  test('is neither shown nor logged', () => {
    expect(JSON.stringify(shownTexts(service('other'), stored))).not.toContain('secret');
    expect(JSON.stringify(connectionWords(mailServices, stored))).not.toContain('secret');
    expect(connectionWords(mailServices, stored)).toMatchObject({ 'Mail server': 'mail.farm.example' });
    expect(hasOtherSecrets(mailServices, stored, { ...stored, password: 'other' })).toBe(true);
    expect(hasOtherSecrets(mailServices, stored, { ...stored, sender: 'x@farm.example' })).toBe(false);
  });
});

test('a text service gets its request with the secret in a header only', () => {
  const account = `AC${'0'.repeat(32)}`;
  const twilio = gatewayOf(read('twilio', { account, secret: 'tok', from: '+16075550142' }) as never);
  expect(twilio?.body).toBe('To={to}&From=%2B16075550142&Body={text}');
  expect(twilio?.headers).toContain(`Basic ${btoa(`${account}:tok`)}`);
  expect(twilio?.url).toBe(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`);
  const telnyx = gatewayOf(read('telnyx', { secret: 'KEY', from: '+16075550142' }) as never);
  expect(telnyx).toMatchObject({ body: '{"from":"+16075550142","to":"{to}","text":"{text}"}' });
  expect(refused('telnyx', { secret: 'a{to}', from: '+16075550142' })).toEqual(['secret']);
});
