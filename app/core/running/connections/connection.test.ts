import { expect, test } from 'vitest';
import { BucketRefusal, EndlessAnswer } from '#platform/files/file-store.ts';
import { connectionAdvice, connectionTrouble } from './connection.ts';
import { mailServices } from './mail-connection.ts';
import { smsServices } from './sms-connection.ts';

test.each([
  [{ code: 'ETIMEDOUT' }, 'did not answer within 15 seconds'],
  [{ name: 'NoAnswerInTime' }, 'did not answer within 15 seconds'],
  [{ message: 'Greeting never received: timeout' }, 'did not answer within 15 seconds'],
  [{ code: 'EAUTH', responseCode: 535 }, 'refused the user name or the password'],
  [{ code: 'EDNS' }, 'was not found'],
  [{ code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:2525' }, 'takes no connection'],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'a certificate that cannot be trusted'],
  [{ code: 'EENVELOPE', responseCode: 550 }, 'answered 550'],
  [{ message: 'the gateway answered 401: key=hunter2' }, 'answered 401'],
  [{ code: 'EACCES' }, 'does not let us write'],
  [{ name: 'ForbiddenTarget' }, 'in the server’s own network'],
  [null, 'could not be used.'],
])('%j has a message in plain words', (error, words) => {
  expect(connectionTrouble('It', error)).toContain(words);
});

test('the message repeats nothing that the other side sent', () => {
  for (const code of [undefined, 'EAUTH', 'ESTRANGE', 'hunter2!'])
    expect(
      connectionTrouble('It', { code, message: 'pass hunter2! token=s3cret answered 500: hunter2' }),
    ).not.toMatch(/hunter2|s3cret/);
});

test.each([
  ['SignatureDoesNotMatch', 403],
  ['InvalidAccessKeyId', 403],
  ['', 403],
])('a bucket that refuses the key says so, and what to correct: %s', (name, status) => {
  expect(connectionTrouble('The bucket', new BucketRefusal(status, name))).toBe(
    'The bucket refused the key. Correct the key, or allow it to write there.',
  );
});

test.each([
  [404, 'NoSuchBucket', 'does not exist. Correct its name'],
  [301, 'PermanentRedirect', 'is in another region. Correct the region.'],
  [400, 'AuthorizationHeaderMalformed', 'is in another region. Correct the region.'],
  [403, 'RequestTimeTooSkewed', 'Set the clock of the shop’s computer.'],
  [403, 'AccessDenied', 'Allow it to list, read, write and delete there.'],
  [507, '', 'has no room left.'],
])('a bucket that answers %d %s says what to do', (status, name, words) => {
  expect(connectionTrouble('The bucket', new BucketRefusal(status, name))).toContain(words);
});

test.each([
  ['bytes', 'sent more than a store sends. Check that the address is that of an S3 store.'],
  ['files', 'give the shop a bucket of its own.'],
  ['time', 'Try again later, or choose another store.'],
] as const)('a bucket whose %s have no end says so, and what to do', (what, words) => {
  expect(connectionTrouble('The bucket', new EndlessAnswer(what))).toContain(words);
});

test.each([
  [{ code: 'EAUTH', responseCode: 535 }, 'google', 'create an app password'],
  [{ code: 'EENVELOPE', responseCode: 550 }, 'sendgrid', 'Verify the sender'],
  [{ code: 'ETIMEDOUT' }, 'google', 'does not let email out (port 587)'],
  [{ code: 'ECONNREFUSED' }, 'other', 'Check its name, port and encryption.'],
  [{ message: 'the gateway answered 401: no' }, 'twilio', 'Register the number'],
  [{ code: 'EDNS' }, 'ses', 'Check its name, port and encryption.'],
])('after %j of %s a sentence says what to do', (error, id, words) => {
  const service = [...mailServices, ...smsServices].find((each) => each.id === id);
  expect(service && connectionAdvice(service, error)).toContain(words);
});
