/**
 * The cookie by which a device proves that somebody has signed in to an account on it before. It opens nothing:
 * it only gives the device tries of its own, so that strangers who guess at an account cannot keep its owner out
 * (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').
 */
import { timingSafeEqual } from 'node:crypto';
import { newId } from '#kernel/ids.ts';
import { defineCookie } from '#platform/cookies.ts';
import { keyedHash } from '#platform/secrets.ts';

const deviceCookie = defineCookie('farmgate.device', { maxAge: 400 * 86_400, httpOnly: true });
/** A counter's tablet is shared; the account used longest ago is forgotten first. */
const MAXIMUM_ACCOUNTS = 8;

type Device = { id: string; proofs: readonly string[] };

/** The device's own id where it has signed in to the account with this address before; null for a stranger's. */
export function knownDevice(cookies: string | null, email: string): string | null {
  const device = readDevice(cookies);
  if (!device) return null;
  const right = Buffer.from(proofOf(device.id, email));
  const known = device.proofs.some((proof) => {
    const given = Buffer.from(proof);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return known ? device.id : null;
}

/** Set-Cookie by which the device is known to this account from now on, and to those it was known to before. */
export function rememberDevice(cookies: string | null, email: string): string {
  const device = readDevice(cookies) ?? { id: newId<string>(), proofs: [] };
  const proof = proofOf(device.id, email);
  const proofs = [proof, ...device.proofs.filter((each) => each !== proof)].slice(0, MAXIMUM_ACCOUNTS);
  return deviceCookie.write([device.id, ...proofs].join('.'));
}

function readDevice(cookies: string | null): Device | null {
  const value = deviceCookie.read(cookies);
  if (value === null || !/^[\w-]{36}(\.[\w-]{43}){1,8}$/.test(value)) return null;
  const [id = '', ...proofs] = value.split('.');
  return { id, proofs };
}

/** Nobody's address can be read from it, and it fits no other device and no other account. */
function proofOf(deviceId: string, email: string): string {
  return keyedHash(`${deviceId} ${email.toLowerCase()}`, 'device');
}
