/**
 * Remembers what a person pressed when they had to sign in or confirm who they are first, until they are back on the
 * page. An encrypted cookie of the same browser, because every way of signing in (page, code, provider, PIN) passes it
 * on by itself, with and without JavaScript. Only the same account gets it back.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { sealedCookie } from '#platform/secrets/sealed-cookie.ts';
import { isTokenOf } from './session-cookie.server.ts';

/** Long enough for a forgotten password, or a code that takes its time. */
const MINUTES = 30;
/** Bytes, of the form and of the Set-Cookie line: browsers store about 4,000. */
const LONGEST_FORM = 64 * 1024;
const LONGEST_LINE = 3800;
/** The default, 11, takes 100 ms for the longest form, in which the shop answers no one. */
const QUALITY = 5;

/** Fields that are typed again: passwords and codes, and what identifies a person on an ID. */
const NEVER_STORED =
  /password|passphrase|^again$|pin$|^code$|credential|licen[cs]e|^id(?:number|issuer|birthdate|expireson)$|birthdate|barcode|^card|token|secret|scan/i;

const pressedForm = z.object({
  /** 'sign-in': the session had ended. 'confirm': the sign-in was too long ago. 'file': it was, for a download. */
  why: z.enum(['sign-in', 'confirm', 'file']),
  /** The token of the ended session, or the account that has to confirm. */
  owner: z.union([z.object({ token: z.string() }), z.object({ userId: z.string() })]),
  /** The page it was pressed on, to return to. */
  page: z.string(),
  /** The path and query it was sent to. */
  action: z.string(),
});
const fieldList = z.array(z.tuple([z.string(), z.string()]));

export type PressedForm = z.infer<typeof pressedForm> & { fields: [name: string, value: string][] };

const cookie = sealedCookie('pressed', pressedForm.extend({ packed: z.string() }), MINUTES);

/** Whether a field may be remembered. */
export const isStorable = (name: string): boolean => !NEVER_STORED.test(name);

/** The Set-Cookie line that remembers it; null if it is too large for one. */
export function rememberPressed({ fields, ...pressed }: PressedForm): string | null {
  const text = JSON.stringify(fields.filter(([name]) => isStorable(name)));
  if (text.length > LONGEST_FORM) return null;
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const line = cookie.write({ ...pressed, packed: packed.toString('base64url') });
  return line.length > LONGEST_LINE ? null : line;
}

/** Whether the browser has something that was pressed, of whichever account. */
export function readPressed(request: Request): PressedForm | null {
  const read = cookie.read(request);
  if (read === null) return null;
  const { packed, ...pressed } = read;
  try {
    const text = brotliDecompressSync(Buffer.from(packed, 'base64url'), {
      maxOutputLength: LONGEST_FORM * 4,
    });
    return { ...pressed, fields: fieldList.parse(JSON.parse(text.toString())) };
  } catch {
    return null;
  }
}

/** Whether this person pressed it. */
export function isPressedBy({ owner }: PressedForm, { userId }: Pick<SignedIn, 'userId'>): boolean {
  return 'token' in owner ? isTokenOf(owner.token, userId) : owner.userId === userId;
}

/** The Set-Cookie line that deletes it. */
export const forgetPressed = cookie.clear;

/** The download that waits for its person to confirm who they are: its address, and the page it was pressed on. */
export function readWaitingFile(request: Request, actor: SignedIn): { href: string; page: string } | null {
  const pressed = readPressed(request);
  return pressed?.why === 'file' && isPressedBy(pressed, actor)
    ? { href: pressed.action, page: pressed.page }
    : null;
}

export const PRESS_AGAIN = {
  'sign-in': 'You were signed out. Check and press again.',
  confirm: 'Thanks for confirming. Nothing was done yet: check and press again.',
} as const;
