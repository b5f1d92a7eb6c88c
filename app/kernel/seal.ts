/**
 * Seals a text so that only the shop can read it, for what must wait on a device: a person who finds the device, and the browser
 * itself, cannot open it again. `openSealed` (app/platform/secrets) does, and describes the format.
 */

/** Binds the derived key to this use. */
export const SEALED_BOX = 'farmgate sealed box';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

/** Whether this page can seal: browsers offer it to pages over HTTPS, and to those of the machine itself. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** @param key the shop's public key in hex @param context what it is about; opened only for the same */
export async function seal(key: string, plain: string, context: string): Promise<string> {
  const { subtle } = crypto;
  const theirs = await subtle.importKey('raw', fromHex(key), CURVE, false, []);
  const own = await subtle.generateKey(CURVE, true, ['deriveBits']);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256);
  const sender = await subtle.exportKey('raw', own.publicKey);
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: sender, info: utf8(SEALED_BOX) };
  const aes = await subtle.deriveKey(derive, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(context) },
    aes,
    utf8(plain),
  );
  return [new Uint8Array(sender), iv, new Uint8Array(content)].map(toHex).join('');
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
