/**
 * Renders a button inside a form that asks the browser for a passkey and submits it with the form, in the field
 * 'credential'. Only shown if the browser has passkeys. For a sign-in the browser offers them at the email field, too.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PasskeyPurpose } from '#core/accounts/identity/second-factor/passkey.ts';
import { Button, type ButtonRank } from '#ui/button.tsx';
import { askForPasskey, offerPasskeys, useHasPasskeys } from './ask-for-passkey.ts';

export function PasskeyButton({
  purpose,
  rank,
  className = '',
  children,
}: {
  purpose: PasskeyPurpose;
  rank: ButtonRank;
  className?: string;
  children: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const hasPasskeys = useHasPasskeys();
  useEffect(
    () => (purpose === 'sign-in' ? offerPasskeys((given) => send(field.current, given)) : undefined),
    [purpose],
  );
  if (hasPasskeys === false) return null;
  // Reserves its space until scripts have taken over, so that nothing below it moves.
  const hidden = hasPasskeys === null ? 'invisible noscript:hidden' : '';

  async function press() {
    const form = field.current?.form;
    // A passkey created for a form that is then refused would stay on the device unused.
    if (!form || (purpose === 'add' && !form.reportValidity())) return;
    setProblem('');
    setIsAsking(true);
    const asked = await askForPasskey(purpose);
    setIsAsking(false);
    // The form's action asks who one is, and brings back what was typed.
    if (!asked.ok && asked.mustConfirm) return form.requestSubmit();
    if (!asked.ok) return setProblem(asked.message);
    send(field.current, asked.credential);
  }

  return (
    <div className={`${className} ${hidden}`}>
      <input ref={field} type="hidden" name="credential" defaultValue="" />
      <Button
        rank={rank}
        size="large"
        className="w-full"
        busy={isAsking}
        busyText="Waiting for your device…"
        onClick={press}
      >
        {children}
      </Button>
      <p role="status" className="mt-2 text-sm font-medium text-clay-700 empty:hidden">
        {problem}
      </p>
    </div>
  );
}

function send(field: HTMLInputElement | null, credential: string): void {
  if (!field?.form) return;
  field.value = credential;
  field.form.requestSubmit();
  // Used once: the next submission goes without it.
  field.value = '';
}
