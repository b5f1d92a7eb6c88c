import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, StartError, sessionUrlOf } from './env.ts';

test('an empty environment is valid', () => {
  expect(readEnv({})).toMatchObject({ PORT: 3000, DATABASE_POOL: 6, LOG_LEVEL: 'warn' });
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://somewhere'],
  ['PUBLIC_ORIGIN', 'shop.example'],
  ['SMTP_URL', 'mail.example'],
  ['FARMGATE_SECRET', 'short'],
  ['S3_BUCKET', 'pictures'],
  ['LOG_LEVEL', 'loud'],
  ['OIDC_PROVIDERS', 'google'],
  ['OIDC_PROVIDERS', '{}'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0ab'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%ff'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('%s=%s is refused by name, in one sentence', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(StartError);
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`A setting is wrong: ${name} `));
});

/** Every setting with its default. */
test('an unset variable has its default, or is absent without one', () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    BACKUP_S3_REGION: 'us-east-1',
    DATABASE_POOL: 6,
    DRAIN_SECONDS: 0,
    TRUSTED_PROXIES: [],
    PUSH_SERVICES: [],
    WEBHOOK_ORIGINS: [],
    SMS_METHOD: 'POST',
    SMS_HEADERS: 'Content-Type: application/json',
    SMS_BODY: '{"to":"{to}","text":"{text}"}',
    S3_REGION: 'us-east-1',
    OIDC_PROVIDERS: [],
    OTEL_EXPORTER_OTLP_HEADERS: {},
    OTEL_SERVICE_NAME: 'farmgate',
    OTEL_TRACES_SAMPLER_ARG: 1,
    LOG_LEVEL: 'warn',
    dataFolder: resolve('data'),
  });
});

test.each<[string, string, unknown]>([
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
  ['HOST', ' 127.0.0.1 ', '127.0.0.1'],
  ['PUBLIC_ORIGIN', 'http://shop.example', 'http://shop.example'],
  ['PUBLIC_ORIGIN', 'https://shop.example', 'https://shop.example'],
  ['DATABASE_URL', 'postgres://somewhere/shop', 'postgres://somewhere/shop'],
  ['DATABASE_URL', 'postgresql://somewhere/shop', 'postgresql://somewhere/shop'],
  ['DATABASE_POOL', '2', 2],
  ['DATABASE_POOL', '90', 90],
  ['FARMGATE_SECRET', 's'.repeat(32), 's'.repeat(32)],
  ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,,', ['10.0.0.0/8', '::1']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%20c%2C, x-d = e=f,', { a: 'b c,', 'x-d': 'e=f' }],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', 0.25],
  ['SMTP_URL', 'smtp://mail.example', 'smtp://mail.example'],
  ['SMTP_URL', 'smtps://mail.example', 'smtps://mail.example'],
  [
    'PUSH_SERVICES',
    'https://push.farm.example/x, http://10.0.0.5:8080',
    ['https://push.farm.example', 'http://10.0.0.5:8080'],
  ],
  ['SMS_URL', 'https://sms.example/send', 'https://sms.example/send'],
  ['SMS_METHOD', 'GET', 'GET'],
  ['SMS_HEADERS', 'Authorization: Bearer x\nX-Id: {id}', 'Authorization: Bearer x\nX-Id: {id}'],
  ['S3_ENDPOINT', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['S3_ENDPOINT', 'https://files.example', 'https://files.example'],
  ...['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level): [string, string, string] => [
    'LOG_LEVEL',
    level,
    level,
  ]),
  ['DEMO_ADMIN_PASSWORD', '0123456789', '0123456789'],
  ['DEMO_STAFF_PASSWORD', '0123456789', '0123456789'],
  ['DEMO_CUSTOMER_PASSWORD', '0123456789', '0123456789'],
])('%s=%s is read as %j', (name, value, read) => {
  expect(readEnv({ [name]: value })).toMatchObject({ [name]: read });
});

test.each([
  ['PORT', 'abc', 'must be a number between 0 and 65535'],
  ['PORT', '1.5', 'must be a whole number'],
  ['PORT', '-1', 'must be between 0 and 65535'],
  ['PORT', '65536', 'must be between 0 and 65535'],
  ['DATABASE_POOL', 'many', 'must be a number from 2 to 90'],
  ['DATABASE_URL', 'mysql://x', 'must be a URL that starts with postgres:// or postgresql://'],
  ['PUBLIC_ORIGIN', 'ftp://x', 'must be a URL that starts with http:// or https://'],
  ['S3_ENDPOINT', 'somewhere', 'must be a URL that starts with http:// or https://'],
  ['PUSH_SERVICES', 'push.example', 'must be origins, separated by commas'],
  ['SMS_URL', 'ftp://x', 'must be a URL that starts with http:// or https://'],
  ['SMS_METHOD', 'DELETE', 'must be POST, PUT or GET'],
  ['SMS_HEADERS', 'no header', 'must be lines like Name: value'],
  ['SMTP_URL', 'http://x', 'must be a URL that starts with smtp:// or smtps://'],
  ['FARMGATE_SECRET', 's'.repeat(31), 'must have at least 32 characters'],
  ['DEMO_ADMIN_PASSWORD', '012345678', 'must have at least 10 characters'],
  ['DEMO_STAFF_PASSWORD', '012345678', 'must have at least 10 characters'],
  ['DEMO_CUSTOMER_PASSWORD', '012345678', 'must have at least 10 characters'],
])('%s=%s is refused: it %s', (name, value, why) => {
  expect(() => readEnv({ [name]: value })).toThrow(
    `A setting is wrong: ${name} ${why}. Change it in the environment and start again.`,
  );
});

test.each(['1', '91', '2.5'])('a pool of %s connections is refused', (value) => {
  expect(() => readEnv({ DATABASE_POOL: value })).toThrow('A setting is wrong: DATABASE_POOL ');
});

test('a URL for sessions is refused without one for requests, and used for both where there is no pooler', () => {
  expect(() => readEnv({ DATABASE_SESSION_URL: 'postgres://direct/shop' })).toThrow(
    'A setting is wrong: DATABASE_SESSION_URL needs DATABASE_URL beside it.',
  );
  const pooled = { DATABASE_URL: 'postgres://pooler/shop' };
  expect(sessionUrlOf(readEnv(pooled))).toBe('postgres://pooler/shop');
  const both = readEnv({ ...pooled, DATABASE_SESSION_URL: 'postgres://direct/shop' });
  expect(sessionUrlOf(both)).toBe('postgres://direct/shop');
  expect(sessionUrlOf(readEnv({}))).toBeUndefined();
});

test('a URL for reports is refused without one for everything else', () => {
  expect(() => readEnv({ DATABASE_REPORTS_URL: 'postgres://replica/shop' })).toThrow(
    'A setting is wrong: DATABASE_REPORTS_URL needs DATABASE_URL beside it.',
  );
  const both = { DATABASE_URL: 'postgres://primary/shop', DATABASE_REPORTS_URL: 'postgres://replica/shop' };
  expect(readEnv(both)).toMatchObject(both);
  expect(() => readEnv({ ...both, DATABASE_REPORTS_URL: 'mysql://replica/shop' })).toThrow(
    'DATABASE_REPORTS_URL must be a URL that starts with postgres:// or postgresql://',
  );
});

test('a value of only spaces is refused', () => {
  expect(() => readEnv({ DATA_FOLDER: '   ' })).toThrow('A setting is wrong: DATA_FOLDER ');
});

test('a continuous backup needs a place, and is for the bundled database', () => {
  const place = { BACKUP_FOLDER: '/mnt/other', BACKUP_PASSPHRASE: 'correct horse battery' };
  expect(readEnv({ ...place, BACKUP_CONTINUOUS: 'yes' }).BACKUP_CONTINUOUS).toBe('yes');
  expect(() => readEnv({ BACKUP_CONTINUOUS: 'yes' })).toThrow('needs BACKUP_FOLDER or BACKUP_S3_BUCKET');
  expect(() =>
    readEnv({ ...place, BACKUP_CONTINUOUS: 'yes', DATABASE_URL: 'postgres://elsewhere/shop' }),
  ).toThrow('BACKUP_CONTINUOUS is for the bundled database');
});

test('a bucket needs both of its keys, and two mistakes appear in one error', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(readEnv({ S3_BUCKET: 'pictures', ...keys })).toMatchObject({ S3_BUCKET: 'pictures', ...keys });
  for (const name of Object.keys(keys)) {
    expect(() => readEnv({ S3_BUCKET: 'pictures', ...keys, [name]: '' })).toThrow(
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
    );
  }
  expect(() => readEnv({ PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/PORT must .*; LOG_LEVEL /);
});

test('the data folder becomes an absolute path', () => {
  expect(readEnv({ DATA_FOLDER: 'elsewhere' }).dataFolder).toBe(resolve('elsewhere'));
  expect(readEnv({ DATA_FOLDER: '/srv/shop' }).dataFolder).toBe('/srv/shop');
  expect(readEnv({ DATA_FOLDER: '/srv/shop' })).not.toHaveProperty('DATA_FOLDER');
});

test('a wrong setting throws a StartError', () => {
  expect(new StartError('x')).toMatchObject({ name: 'StartError', message: 'x' });
});

const aProvider = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: 'ours',
  clientSecret: 'secret',
};
const providersOf = (...list: unknown[]) => readEnv({ OIDC_PROVIDERS: JSON.stringify(list) }).OIDC_PROVIDERS;

test('a provider has a default scope and response mode', () => {
  expect(providersOf(aProvider)).toEqual([
    { ...aProvider, scope: 'openid email profile', responseMode: 'query' },
  ]);
});

test.each([
  [
    'an issuer by plain HTTP on another machine',
    [{ ...aProvider, issuer: 'http://accounts.example' }],
    /https/,
  ],
  ['an id unfit for a URL', [{ ...aProvider, id: 'My Google' }], /small letters/],
  ['an unknown setting', [{ ...aProvider, clientsecret: 'x' }], /OIDC_PROVIDERS/],
  ['no secret', [{ ...aProvider, clientSecret: undefined }], /clientSecret/],
  ['the same issuer twice', [aProvider, { ...aProvider, id: 'other' }], /twice/],
])('a provider with %s is refused', (_what, list, words) => {
  expect(() => providersOf(...list)).toThrow(StartError);
  expect(() => providersOf(...list)).toThrow(words);
});

test('a text message gateway needs recipient and text in its URL or body', () => {
  const SMS_URL = 'https://sms.example/send';
  expect(() => readEnv({ SMS_URL, SMS_BODY: 'to={to}' })).toThrow('SMS_BODY must name {to} and {text}');
  expect(readEnv({ SMS_URL: `${SMS_URL}?to={to}`, SMS_BODY: '{text}' }).SMS_BODY).toBe('{text}');
});
