/**
 * Reads and writes the cookie that shows that someone has signed in to an account on this device before. It opens
 * nothing: it only gives the device its own tries, so that strangers who guess at an account cannot lock its owner out
 * (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').
 */
import { timingSafeEqual } from 'node:crypto';
import { newId } from '#kernel/ids.ts';
import { defineCookie } from '#platform/requests/cookies.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';

const deviceCookie = defineCookie('farmgate.device', { maxAge: 400 * 86_400, httpOnly: true });
/** A tablet at the counter is shared; the least recently used account is dropped first. */
const MAXIMUM_ACCOUNTS = 8;

type Device = { id: string; proofs: readonly string[] };

/** What was shown on the device: the second factor too, or only the password, which a thief may have. */
type Shown = { secondFactor: boolean };

/**
 * Returns the device's id if it has signed in to the account with this address before; null for a stranger's.
 * @param asked with `secondFactor`, only if a second factor was shown too.
 */
export function knownDevice(
  cookies: string | null,
  email: string,
  asked: Shown = { secondFactor: false },
): string | null {
  const device = readDevice(cookies);
  if (!device) return null;
  const { id, proofs } = device;
  const right = [proofOf(id, email, { secondFactor: true })];
  if (!asked.secondFactor) right.push(proofOf(id, email, { secondFactor: false }));
  return right.some((one) => proofs.some((given) => isSame(given, one))) ? id : null;
}

/**
 * Set-Cookie that makes the device known to this account, and still known to earlier ones. A second factor shown on it
 * once counts from then on.
 */
export function rememberDevice(cookies: string | null, email: string, shown: Shown): string {
  const device = readDevice(cookies) ?? { id: newId<string>(), proofs: [] };
  const { id } = device;
  const earlier = [proofOf(id, email, { secondFactor: true }), proofOf(id, email, { secondFactor: false })];
  const others = device.proofs.filter((each) => !earlier.includes(each));
  const secondFactor = shown.secondFactor || knownDevice(cookies, email, { secondFactor: true }) !== null;
  const proofs = [proofOf(id, email, { secondFactor }), ...others].slice(0, MAXIMUM_ACCOUNTS);
  return deviceCookie.write([device.id, ...proofs].join('.'));
}

/**
 * Set-Cookie of the device on which a second factor is set up: it gets its own tries, which a person who has only the
 * password cannot use up.
 */
export function rememberEnrolled(request: Request, { email }: { email: string }): string {
  return rememberDevice(request.headers.get('cookie'), email, { secondFactor: true });
}

function readDevice(cookies: string | null): Device | null {
  const value = deviceCookie.read(cookies);
  if (value === null || !/^[\w-]{36}(\.[\w-]{43}){1,8}$/.test(value)) return null;
  const [id = '', ...proofs] = value.split('.');
  return { id, proofs };
}

/** Reveals no address and fits no other device or account. */
function proofOf(deviceId: string, email: string, { secondFactor }: Shown): string {
  const purpose = secondFactor ? 'device-second-factor' : 'device';
  return keyedHash(`${deviceId} ${email.toLowerCase()}`, purpose);
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
