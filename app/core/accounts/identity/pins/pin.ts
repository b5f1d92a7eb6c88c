/** Defines PINs, with which staff take over a shared tablet: which ones are allowed, and why one is refused. */
import { z } from 'zod';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { tooManyAttempts, WRONG_PASSWORD } from '../accounts/messages.ts';

/** Digits that stand together on a keypad, and numbers of the lists of PINs that are chosen most. */
const COMMON = new Set([
  ...['112233', '123321', '147258', '159753', '258456', '147852', '789456', '456789', '159357', '741852'],
  ...['520520', '696969', '131313', '102030', '010203', '420420', '007007', '202020', '314159', '142857'],
]);

/** Why a PIN is too easy to guess; null for one that is allowed. @param birthDate yyyy-mm-dd, which colleagues may know */
export function pinProblem(pin: string, birthDate: string | null = null): string | null {
  if (!/^\d{6}$/.test(pin)) return 'A PIN has six digits.';
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  // 111111, 123456, 987654, 135791
  if (new Set(steps).size === 1) return TOO_EASY;
  // 121212, 123123
  if (pin === pin.slice(0, 2).repeat(3) || pin === pin.slice(0, 3).repeat(2)) return TOO_EASY;
  // 111222
  if (/^(\d)\1\1(\d)\2\2$/.test(pin) || COMMON.has(pin)) return TOO_EASY;
  const [year = '', month = '', day = ''] = birthDate?.split('-') ?? [];
  const short = year.slice(2);
  const dates = [month + day + short, day + month + short, short + month + day, year + month, month + year];
  return birthDate !== null && dates.includes(pin) ? 'This is your birth date. Choose another PIN.' : null;
}

const TOO_EASY = 'Many people choose this PIN. Choose one that is harder to guess.';

const digits = z.string().trim().max(20).default('');

/** A new PIN, entered twice. */
export const newPinSchema = z
  .object({ pin: digits, again: digits })
  .superRefine(({ pin, again }, context) => {
    const problem = pinProblem(pin);
    if (problem) context.addIssue({ code: 'custom', path: ['pin'], message: problem });
    else if (pin !== again)
      context.addIssue({ code: 'custom', path: ['again'], message: 'The two PINs differ. Enter it again.' });
  });

export type PinProblem =
  | Common<'not-allowed' | 'confirm-first'>
  /** This browser is no shared tablet, or no longer. */
  | { kind: 'no-tablet' }
  | { kind: 'too-easy'; message: string }
  | { kind: 'wrong-pin' }
  /** A yes is someone else's. */
  | { kind: 'own-pin' }
  | { kind: 'wrong-password' }
  /** Nothing was entered, which is no try. */
  | { kind: 'pin-missing' | 'password-missing' }
  /** The account has a second factor, which this form does not ask for. */
  | { kind: 'second-factor' }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function pinMessage(problem: PinProblem): string {
  switch (problem.kind) {
    case 'no-tablet':
      return 'This tablet is no longer shared. Sign in with your password.';
    case 'too-easy':
      return problem.message;
    case 'wrong-pin':
      return 'That is not this person’s PIN.';
    case 'own-pin':
      return 'Someone else must say yes: choose another person.';
    case 'pin-missing':
      return 'Let them enter their PIN.';
    case 'password-missing':
      return 'Let them enter their password.';
    case 'wrong-password':
      return WRONG_PASSWORD;
    case 'second-factor':
      return 'Your sign-in has a second factor. Set your PIN on your security page.';
    case 'too-many-attempts':
      return `${tooManyAttempts(problem.seconds)} Or set a new PIN with your password.`;
    default:
      return commonMessage(problem);
  }
}

/** Why a colleague's yes was refused. */
export function yesMessage(problem: PinProblem): string {
  if (problem.kind === 'no-tablet') return 'A yes by PIN works on a shared tablet only.';
  if (problem.kind === 'not-allowed') return 'This person may not say yes to this.';
  return pinMessage(problem);
}

/** Why a colleague is no witness. @param what they would have confirmed: 'the witness', 'the second person' */
export function witnessMessage(problem: PinProblem, what: string): string {
  switch (problem.kind) {
    case 'own-pin':
      return `Choose another person: you cannot be ${what} yourself.`;
    case 'not-allowed':
      return `This person cannot be ${what}. Choose someone else who works here.`;
    case 'wrong-password':
      return 'That is not this person’s password.';
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return pinMessage(problem);
  }
}

/** The field that such a refusal is about; '' for the form as a whole. */
export const witnessField = ({ kind }: PinProblem): string => fields[kind] ?? '';

const fields: Partial<Record<PinProblem['kind'], string>> = {
  'own-pin': 'person',
  'not-allowed': 'person',
  'wrong-pin': 'pin',
  'pin-missing': 'pin',
  'wrong-password': 'password',
  'password-missing': 'password',
};

/** A colleague on another one's screen and their PIN; '' for what was left empty. */
export const yesFields = {
  person: z.union([z.uuid(), z.literal('')]).default(''),
  pin: z.string().trim().max(20).default(''),
};

/** The same, or their password. */
export const witnessFields = { ...yesFields, password: z.string().max(200).default('') };

/** Never sent back to the screen. */
export const COLLEAGUE_SECRETS = ['pin', 'password'];
