/** Asks the browser to use or create a passkey. The code for it loads when first needed. */
import { useSyncExternalStore } from 'react';
import type { PasskeyPurpose } from '#core/accounts/identity/second-factor/passkey.ts';

const never = () => () => undefined;

/** Whether this browser has passkeys; null until scripts have taken over. */
export function useHasPasskeys(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => 'PublicKeyCredential' in window,
    () => null,
  );
}

/**
 * The browser's answer, as JSON for a form field; or why there is none, in words. `mustConfirm`: the sign-in is too old.
 */
export type AskedPasskey =
  | { ok: true; credential: string }
  | { ok: false; message: string; mustConfirm?: boolean };

/** Renewed before the server forgets what the browser signs, after five minutes. */
const RENEWED_MS = 4 * 60_000;

/**
 * Has the browser offer the passkeys of this site at the field with `autocomplete="username webauthn"`, until the returned
 * function is called; nothing happens in a browser that cannot.
 * @param use gets the chosen passkey, as JSON for a form field
 */
export function offerPasskeys(use: (credential: string) => void): () => void {
  let isOver = false;
  const offer = async () => {
    if (isOver || !(await canOfferPasskeys())) return;
    const asked = await askForPasskey('sign-in', true);
    if (asked.ok && !isOver) use(asked.credential);
  };
  void offer();
  const renewal = setInterval(offer, RENEWED_MS);
  return () => {
    isOver = true;
    clearInterval(renewal);
    void stopAsking();
  };
}

async function canOfferPasskeys(): Promise<boolean> {
  const able = window.PublicKeyCredential?.isConditionalMediationAvailable;
  return (await able?.call(window.PublicKeyCredential).catch(() => false)) ?? false;
}

async function stopAsking(): Promise<void> {
  if (!(await canOfferPasskeys())) return;
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** @param isOffer waits until the person chooses one at the email field, instead of asking now */
export async function askForPasskey(purpose: PasskeyPurpose, isOffer = false): Promise<AskedPasskey> {
  try {
    const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
    const response = await fetch('/passkey-options', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ purpose }),
    });
    const answer = await response.json();
    if (!response.ok)
      return { ok: false, message: answer.message ?? NO_ANSWER, mustConfirm: answer.mustConfirm === true };
    const credential =
      purpose === 'add'
        ? await startRegistration({ optionsJSON: answer.options })
        : await startAuthentication({ optionsJSON: answer.options, useBrowserAutofill: isOffer });
    return { ok: true, credential: JSON.stringify(credential) };
  } catch (error) {
    return { ok: false, message: whyNot(error) };
  }
}

const NO_ANSWER = 'We cannot reach the shop right now. Please try again in a moment.';

/** Browsers say little on purpose: 'NotAllowedError' can be a closed window or a device without a passkey. */
function whyNot(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'TypeError' || name === 'SyntaxError') return NO_ANSWER;
  return 'This browser could not use a passkey here. Please choose another way.';
}
