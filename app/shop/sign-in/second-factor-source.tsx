/** Renders where the code of a second factor comes from. */
import type { AskedFactor } from '#core/accounts/identity/second-factor/second-factor.server.ts';
import { SentCode } from '#shop/kit/sent-code.tsx';
import { Notice } from '#ui/notice.tsx';

export const codeHints: Readonly<Record<AskedFactor['by'], string>> = {
  app: 'Six digits from the app, or one of your backup codes.',
  text: 'Six digits from the message, or one of your backup codes.',
  'text-ended': 'One of your backup codes, ten digits.',
};

export function SecondFactorSource({ asked }: { asked: AskedFactor }) {
  if (asked.by === 'app')
    return <p className="text-ink-soft">Your password is right. Now open your authenticator app.</p>;
  if (asked.by === 'text-ended')
    return (
      <Notice tone="caution">
        Your password is right. We no longer send text messages, so enter one of your backup codes, then set
        up an authenticator app. No backup codes left? Please call or write to us; the numbers are at the top
        of the page.
      </Notice>
    );
  return asked.sent ? (
    <SentCode to={`your phone ending in ${asked.phoneEnd}`} status={asked.sent.status} />
  ) : (
    <Notice tone="caution">
      Your password is right. We did not send a code to your phone ending in {asked.phoneEnd}: either too many
      were sent recently, or the last one has expired. Ask for a new one, or enter one of your backup codes.
    </Notice>
  );
}
