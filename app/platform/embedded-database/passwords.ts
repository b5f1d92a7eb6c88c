import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { DatabaseStartError } from './database-start-error.ts';
import type { DatabaseLayout } from './layout.ts';

/** The name of the application's role and of its database. */
export const APPLICATION_NAME = 'farmgate';

const passwordsSchema = z.object({ administrator: z.string().min(1), application: z.string().min(1) });

/** `administrator` is the superuser `postgres`, for maintenance; `application` is the role that Farmgate uses. */
export type DatabasePasswords = z.infer<typeof passwordsSchema>;

/** Two new random passwords of 192 bits, in characters that need no quoting in SQL or in a URL. */
export function newPasswords(): DatabasePasswords {
  const password = () => randomBytes(24).toString('base64url');
  return { administrator: password(), application: password() };
}

/** @throws DatabaseStartError when the file is missing or damaged. */
export function readPasswords({ passwords }: DatabaseLayout): DatabasePasswords {
  try {
    return passwordsSchema.parse(JSON.parse(readFileSync(passwords, 'utf8')));
  } catch (cause) {
    throw new DatabaseStartError(
      `The database's passwords in ${passwords} cannot be read: restore that file from a backup, or start Farmgate as the user who owns it.`,
      { cause },
    );
  }
}
