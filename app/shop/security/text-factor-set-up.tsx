/** Renders the set-up of codes by text message: the number, then the code that arrives there. */
import { Form, Link } from 'react-router';
import type { SentTextCode } from '#core/accounts/identity/second-factor/text-factor-queries.server.ts';
import { AUTHENTICATOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { phoneText } from '#core/ground/notifications/sms-number.ts';
import { PhoneCodeForm, PhoneForm, SendCodeButton } from '#shop/kit/code-to-phone.tsx';
import { SentCode } from '#shop/kit/sent-code.tsx';
import { Button } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { TextEnded } from './authenticator-section.tsx';

/** What to know before choosing text messages. */
export function TextFactorAdvice({
  isOn,
  isOffered,
  worksHere,
}: {
  isOn: boolean;
  isOffered: boolean;
  worksHere: boolean;
}) {
  return (
    <div className="mb-8 grid max-w-2xl gap-4">
      {isOffered ? null : <TextEnded />}
      <p>
        An{' '}
        <Link to={AUTHENTICATOR_PATH} className="font-medium text-spruce-700 underline underline-offset-4">
          authenticator app
        </Link>{' '}
        is stronger, and we recommend it: a phone number can be taken over, and messages can be late.
        {isOn ? ' It replaces text messages.' : ''}
      </p>
      {worksHere ? (
        <Notice tone="caution">
          The back office does not accept text codes. Set up an app or a passkey for it.
        </Notice>
      ) : null}
    </div>
  );
}

export function TextFactorSetUp({
  sent,
  agreement,
  refusal,
}: {
  sent: SentTextCode | null;
  agreement: string;
  refusal: FormRefusal | undefined;
}) {
  if (!sent)
    return (
      <PhoneForm refusal={refusal} hint="We send a code there first." cancel="/security">
        <p className="text-sm text-ink-soft">{agreement}</p>
      </PhoneForm>
    );
  return (
    <div className="grid max-w-xl gap-6">
      <SentCode to={phoneText(sent.phone)} status={sent.status} />
      <PhoneCodeForm refusal={refusal} />
      <Form method="post" className="flex flex-wrap gap-3 border-t border-line pt-6">
        <input type="hidden" name="phone" value={sent.phone} />
        <SendCodeButton again />
        <Button type="submit" name="intent" value="other-phone" rank="quiet">
          Use another number
        </Button>
      </Form>
    </div>
  );
}
