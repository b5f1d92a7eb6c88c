/** A passkey device in software: it responds as a browser would, validly or not as a test wants. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; user?: { id: string } };

export type Ceremony = {
  /** The page's origin, as the browser writes it. */
  origin?: string;
  rpID?: string;
  /** Whether face, finger or PIN was shown. */
  isVerified?: boolean;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

export function softAuthenticator(site: { origin: string; rpID: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (rpID: string, flags: number, rest: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpID).digest(), Buffer.from([flags]), count, rest]);
  };

  const flagsOf = (isVerified: boolean) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
  const credential = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    /** Resets the signature counter, as a copied device would have it. */
    rewind: (to: number) => {
      counter = to;
    },
    make(options: Options, { origin = site.origin, rpID = site.rpID, isVerified = true }: Ceremony = {}) {
      userHandle = options.user?.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const included = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          [
            'authData',
            new Uint8Array(authenticatorData(rpID, flagsOf(isVerified) | CREDENTIAL_INCLUDED, included)),
          ],
        ]) as never,
      );
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(options: Options, { origin = site.origin, rpID = site.rpID, isVerified = true }: Ceremony = {}) {
      counter += 1;
      const data = clientData('webauthn.get', options.challenge, origin);
      const authData = authenticatorData(rpID, flagsOf(isVerified));
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, createHash('sha256').update(data).digest()]))
        .sign(privateKey);
      return credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      });
    },
  };
}
