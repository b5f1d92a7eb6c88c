/**
 * Recognizes the browser that signed up: there the confirmation link needs no password, because the person who opens it has
 * both the mailbox and the browser in which the password was chosen a while ago. A stranger who signs up with someone
 * else's address has only one of the two.
 */
import { z } from 'zod';
import { sealedCookie } from '#platform/secrets/sealed-cookie.ts';
import { SIGN_UP_HOURS } from './sign-up.ts';

const cookie = sealedCookie('farmgate.sign-up', z.object({ signUpId: z.uuid() }), SIGN_UP_HOURS * 60);

/** Returns the Set-Cookie line. A second sign-up in this browser replaces the first. */
export const rememberOwnSignUp = (signUpId: string): string => cookie.write({ signUpId });

/** The sign-up that this browser made last; null for none, or one that was confirmed here. */
export const ownSignUp = (request: Request): string | null => cookie.read(request)?.signUpId ?? null;

/** Whether this browser made the sign-up. */
export const isOwnSignUp = (request: Request, signUpId: string): boolean => ownSignUp(request) === signUpId;

/** The Set-Cookie line after confirmation. */
export const forgetOwnSignUp = cookie.clear;
