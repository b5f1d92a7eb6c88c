/**
 * A button inside a form that asks the browser for a passkey and sends the form with it, in the field 'credential'.
 * Only where the browser has passkeys.
 */
import { type ReactNode, useRef, useState } from 'react';
import type { PasskeyPurpose } from '#core/identity/second-factor/passkey.ts';
import { Button, type ButtonRank } from '#ui/button.tsx';
import { askForPasskey, useHasPasskeys } from './ask-for-passkey.ts';

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
  if (hasPasskeys === false) return null;
  // Its place is kept until scripts have taken over, so that nothing below it moves.
  const hidden = hasPasskeys === null ? 'invisible noscript:hidden' : '';

  async function press() {
    const form = field.current?.form;
    // A passkey that is made for a form that is refused would stay on the device for nothing.
    if (!form || (purpose === 'add' && !form.reportValidity())) return;
    setProblem('');
    setIsAsking(true);
    const asked = await askForPasskey(purpose);
    setIsAsking(false);
    if (!asked.ok) return setProblem(asked.message);
    if (!field.current) return;
    field.current.value = asked.credential;
    form.requestSubmit();
    // Used once: what is sent next is sent without it.
    field.current.value = '';
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
