/**
 * Parses every setting from the process's environment, once. Store settings (hours, tax, texts) are not here: they are
 * in the database, where the owner can change them.
 */

import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback, parseUrl } from '#kernel/url.ts';

/** A mistake by the person who started the shop, in one sentence that says what to do. Printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

const text = z.string().trim().min(1);
const url = (...protocols: string[]) =>
  text.refine(
    (value) => protocols.includes(parseUrl(value)?.protocol ?? ''),
    `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

/** Sign-in with an external provider (OpenID Connect); docs/operations.md explains each field. */
const provider = z.strictObject({
  id: text.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short name of small letters, such as "google"'),
  name: text.max(40),
  issuer: url('http:', 'https:').refine(
    (value) => new URL(value).protocol === 'https:' || isLoopback(new URL(value).hostname),
    'must begin with https://',
  ),
  clientId: text.max(500),
  clientSecret: text.max(4000),
  scope: text.max(200).default('openid email profile'),
  /** Apple responds with a form when the email is requested. */
  responseMode: z.enum(['query', 'form_post']).default('query'),
});
export type ProviderSettings = z.output<typeof provider>;

const providers = z
  .string()
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of providers' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(provider, { error: 'must be a JSON list of providers' })
      .max(6, 'has more than six providers')
      .refine(
        (list) =>
          new Set(list.map(({ id }) => id)).size === list.length &&
          new Set(list.map(({ issuer }) => issuer)).size === list.length,
        'names an id or an issuer twice',
      ),
  );

/** Origins of servers in our own network, as the operator names them. */
const ownOrigins = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every((entry) => parseUrl(entry) !== null), 'must be origins, separated by commas')
  .transform((list) => list.map((entry) => new URL(entry).origin))
  .default([]);

/** `name=value` pairs with percent-encoded values, separated by commas (OpenTelemetry's format of headers). */
const headerPairs = z
  .string()
  .transform((list, context) => {
    const pairs = list.split(',').filter((pair) => pair.trim() !== '');
    const read = pairs.map((pair) =>
      /^\s*([\w-]+)\s*=\s*((?:[\x20-\x24\x26-\x7e]|%[2-7][\da-f])*)$/i.exec(pair),
    );
    if (read.every((match) => match !== null))
      return Object.fromEntries(read.map(([, name, value = '']) => [name, decodeURIComponent(value.trim())]));
    context.addIssue({ code: 'custom', message: 'must be like name=value, separated by commas' });
    return z.NEVER;
  })
  .default({});

/** How many backups of a kind stay. */
const backupCount = z.coerce
  .number({ error: 'must be a number from 0 to 1000' })
  .int('must be a whole number')
  .min(0, 'must be a number from 0 to 1000')
  .max(1000, 'must be a number from 0 to 1000');

const environment = z
  .object({
    PORT: z.coerce
      .number({ error: 'must be a number between 0 and 65535' })
      .int('must be a whole number')
      .min(0, 'must be between 0 and 65535')
      .max(65_535, 'must be between 0 and 65535')
      .default(3000),
    HOST: text.optional(),
    PUBLIC_ORIGIN: url('http:', 'https:').optional(),
    DATA_FOLDER: text.default('data'),
    DATABASE_URL: url('postgres:', 'postgresql:').optional(),
    DATABASE_SESSION_URL: url('postgres:', 'postgresql:').optional(),
    DATABASE_REPORTS_URL: url('postgres:', 'postgresql:').optional(),
    DRAIN_SECONDS: z.coerce
      .number({ error: 'must be a number from 0 to 60' })
      .int('must be a whole number')
      .min(0, 'must be from 0 to 60')
      .max(60, 'must be from 0 to 60')
      .default(0),
    DATABASE_POOL: z.coerce
      .number({ error: 'must be a number from 2 to 90' })
      .int()
      .min(2)
      .max(90)
      .default(6),
    FARMGATE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    ENCRYPTION_KEY_FILE: text.optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((list) =>
        list
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      )
      .default([]),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{24,200}$/, 'must have 24 to 200 characters and no spaces')
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headerPairs,
    OTEL_SERVICE_NAME: text.max(100).default('farmgate'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number({ error: 'must be a number from 0 to 1' })
      .min(0, 'must be from 0 to 1')
      .max(1, 'must be from 0 to 1')
      .default(1),
    SMTP_URL: url('smtp:', 'smtps:').optional(),
    MAIL_FROM: text.optional(),
    PUSH_SERVICES: ownOrigins,
    WEBHOOK_ORIGINS: ownOrigins,
    SMS_URL: url('http:', 'https:').optional(),
    SMS_METHOD: z.enum(['POST', 'PUT', 'GET'], { error: 'must be POST, PUT or GET' }).default('POST'),
    SMS_HEADERS: z
      .string()
      .refine(
        (lines) =>
          lines.split(/\r?\n|\\n/).every((line) => line.trim() === '' || /^\s*[\w-]+\s*:/.test(line)),
        'must be lines like Name: value',
      )
      .default('Content-Type: application/json'),
    SMS_BODY: text.default('{"to":"{to}","text":"{text}"}'),
    S3_ENDPOINT: url('http:', 'https:').optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    BACKUP_FOLDER: text.optional(),
    BACKUP_S3_ENDPOINT: url('http:', 'https:').optional(),
    BACKUP_S3_BUCKET: text.optional(),
    BACKUP_S3_REGION: text.default('us-east-1'),
    BACKUP_S3_ACCESS_KEY_ID: text.optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
    BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
    BACKUP_PASSPHRASE_FILE: text.optional(),
    BACKUP_KEYS_FOLDER: text.optional(),
    BACKUP_KEEP_DAILY: backupCount.optional(),
    BACKUP_KEEP_WEEKLY: backupCount.optional(),
    BACKUP_KEEP_MONTHLY: backupCount.optional(),
    BACKUP_CONTINUOUS: z.literal('yes', { error: 'must be yes, or left out' }).optional(),
    TRACKING_ADDRESS: url('http:', 'https:').optional(),
    OIDC_PROVIDERS: providers.default([]),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    DEMO_STORE: z.literal('yes', { error: 'must be yes, or left out' }).optional(),
    DEMO_ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
    DEMO_STAFF_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
    DEMO_CUSTOMER_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
  })
  .superRefine((env, context) => {
    const template = `${env.SMS_URL} ${env.SMS_BODY}`;
    if (env.SMS_URL && !(template.includes('{to}') && template.includes('{text}'))) {
      context.addIssue({
        code: 'custom',
        path: ['SMS_BODY'],
        message: 'must name {to} and {text}, unless SMS_URL does',
      });
    }
    for (const name of ['DATABASE_SESSION_URL', 'DATABASE_REPORTS_URL'] as const) {
      if (env[name] && !env.DATABASE_URL)
        context.addIssue({ code: 'custom', path: [name], message: 'needs DATABASE_URL beside it' });
    }
    if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)) {
      context.addIssue({
        code: 'custom',
        path: ['S3_BUCKET'],
        message: 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
      });
    }
    if (env.BACKUP_S3_BUCKET && !(env.BACKUP_S3_ACCESS_KEY_ID && env.BACKUP_S3_SECRET_ACCESS_KEY)) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_S3_BUCKET'],
        message: 'needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY beside it',
      });
    }
    if (env.BACKUP_S3_BUCKET && env.BACKUP_FOLDER) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_FOLDER'],
        message: 'must be left out beside BACKUP_S3_BUCKET',
      });
    }
    if (env.BACKUP_CONTINUOUS && (env.DATABASE_URL || !(env.BACKUP_S3_BUCKET || env.BACKUP_FOLDER))) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_CONTINUOUS'],
        message: env.DATABASE_URL
          ? 'is for the bundled database: your own PostgreSQL has tools for it'
          : 'needs BACKUP_FOLDER or BACKUP_S3_BUCKET beside it',
      });
    }
    if (
      (env.BACKUP_S3_BUCKET || env.BACKUP_FOLDER) &&
      !(env.BACKUP_PASSPHRASE || env.BACKUP_PASSPHRASE_FILE)
    ) {
      context.addIssue({
        code: 'custom',
        path: [env.BACKUP_FOLDER ? 'BACKUP_FOLDER' : 'BACKUP_S3_BUCKET'],
        message: 'needs BACKUP_PASSPHRASE_FILE beside it, the name of a file with the passphrase',
      });
    }
  });

export type Env = Omit<z.output<typeof environment>, 'DATA_FOLDER'> & {
  /** The absolute path of the folder for the embedded database and files. */
  dataFolder: string;
};

/**
 * Reads the settings. Empty variables count as missing.
 * @throws StartError naming every invalid setting and what it must be.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(
      `A setting is wrong: ${problems.join('; ')}. Change it in the environment and start again.`,
    );
  }
  const { DATA_FOLDER, ...rest } = parsed.data;
  return { ...rest, dataFolder: resolve(DATA_FOLDER) };
}

/**
 * The database's URL for what needs a session of its own: LISTEN, jobs, migrations, work that takes long. A pooler in
 * `DATABASE_URL` need not offer that. Undefined for the bundled database.
 */
export function sessionUrlOf(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>): string | undefined {
  return env.DATABASE_SESSION_URL ?? env.DATABASE_URL;
}
