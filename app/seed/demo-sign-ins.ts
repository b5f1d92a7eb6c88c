/** Creates the demo's passwords: chosen once, shown once, saved in a file only the data folder's owner can read. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#platform/env.ts';
import type { SignIn } from './demo-people.ts';

/** Short words that are easy to hear and read; four of them and three digits are about 34 bits, behind a rate limit. */
const words =
  'alder amber apple aspen barley basin beaver birch brook cabin candle canoe cedar clover copper cotton creek daisy dawn delta ember fern field finch flint forest garden ginger harbor hazel heron hickory honey hollow island ivory juniper kettle ladder lantern larch laurel linen maple marble meadow mellow mint mitten morning moss mountain nettle oak olive orchard otter paddle pebble pepper pine plum pocket pollen prairie quarry quilt rain raven reed ridge river robin rocket saddle sage salmon sapling shadow shelter silver spruce stone summer sunset swallow thistle thunder timber trout tulip valley velvet violet wagon walnut water willow window winter woolen yarrow'.split(
    ' ',
  );

function readablePassword(): string {
  const chosen = Array.from({ length: 4 }, () => words[randomInt(words.length)]);
  return [...chosen, randomInt(100, 1000)].join('-');
}

/** Under `.example`, which no one can own (RFC 2606). */
export const demoSignInEmails = {
  admin: 'admin@twobranches.example',
  staff: 'staff@twobranches.example',
  customer: 'customer@twobranches.example',
} as const;

/** The three sign-ins: passwords from the environment, otherwise random. */
export function chooseSignIns(env: Env): SignIn[] {
  return [
    {
      role: 'admin',
      email: demoSignInEmails.admin,
      password: env.DEMO_ADMIN_PASSWORD ?? readablePassword(),
    },
    {
      role: 'staff',
      email: demoSignInEmails.staff,
      password: env.DEMO_STAFF_PASSWORD ?? readablePassword(),
    },
    {
      role: 'customer',
      email: demoSignInEmails.customer,
      password: env.DEMO_CUSTOMER_PASSWORD ?? readablePassword(),
    },
  ];
}

/** The block the first start prints. */
export function describeSignIns(signIns: readonly SignIn[], origin: string): string {
  const lines = signIns.map(
    ({ role, email, password }) => `  ${role.padEnd(9)} ${email.padEnd(30)} ${password}`,
  );
  return [
    `The demo store at ${origin}: sign in as`,
    ...lines,
    `  Mail it sends can be read at ${origin}/admin/sent-mail`,
  ].join('\n');
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'demo-sign-ins.txt');

/** Writes the block to a file that later starts can point to. */
export async function saveSignIns(dataFolder: string, text: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataFolder), `${text}\n`, { mode: 0o600 });
  // `mode` only applies to a new file; an earlier, interrupted seed may have left one.
  await chmod(fileIn(dataFolder), 0o600);
}

/** The path of an earlier start's sign-ins; null if that start used another data folder. */
export function savedSignIns(dataFolder: string): string | null {
  return existsSync(fileIn(dataFolder)) ? fileIn(dataFolder) : null;
}
