/**
 * The cookie by which a device proves that somebody has signed in to an account on it before. It opens nothing:
 * it only gives the device tries of its own, so that strangers who guess at an account cannot keep its owner out
 * (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').
 */
import { timingSafeEqual } from 'node:crypto';
import { newId } from '#kernel/ids.ts';
import { defineCookie } from '#platform/requests/cookies.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';

const deviceCookie = defineCookie('farmgate.device', { maxAge: 400 * 86_400, httpOnly: true });
/** A counter's tablet is shared; the account used longest ago is forgotten first. */
const MAXIMUM_ACCOUNTS = 8;

type Device = { id: string; proofs: readonly string[] };

/** What was shown on the device: the second factor too, or the password alone, which a thief may have. */
type Shown = { secondFactor: boolean };

/**
 * The device's own id where it has signed in to the account with this address before; null for a stranger's.
 * @param asked with `secondFactor`, only where a second factor was shown too.
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
 * Set-Cookie by which the device is known to this account from now on, and to those it was known to before. A second
 * factor that was shown on it once counts from then on.
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
 * Set-Cookie of the device on which a second factor is set up: it has tries of its own from then on, which someone who
 * only has the password cannot use up.
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

/** Nobody's address can be read from it, and it fits no other device and no other account. */
function proofOf(deviceId: string, email: string, { secondFactor }: Shown): string {
  const purpose = secondFactor ? 'device-second-factor' : 'device';
  return keyedHash(`${deviceId} ${email.toLowerCase()}`, purpose);
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
