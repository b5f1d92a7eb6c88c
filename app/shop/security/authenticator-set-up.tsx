/** Renders the set-up of an authenticator app: scan or type, then enter the first code. */
import { useNavigation } from 'react-router';
import type { AuthenticatorSetUp } from '#core/accounts/identity/second-factor/authenticator-set-up.server.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { CodeField } from '#shop/kit/code-to-phone.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';

export function AuthenticatorSetUpForm({
  setUp,
  refusal,
}: {
  setUp: AuthenticatorSetUp;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'turn-on';
  return (
    <CheckedForm refusal={refusal} className="grid max-w-2xl gap-8">
      <input type="hidden" name="intent" value="turn-on" />
      <input type="hidden" name="setUp" value={setUp.sealed} />
      <ol className="grid gap-8">
        <li>
          <h2 className="text-lg">1. Scan this with your authenticator app</h2>
          <p className="mt-1 text-sm text-ink-soft">
            Any app that makes sign-in codes will do, such as the one in your phone’s password settings.
          </p>
          <div className="mt-4 grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center">
            <QrCode {...setUp.qr} />
            <div className="grid gap-3 text-sm">
              <p>Can’t scan it? Type this key into the app:</p>
              <p className="rounded-control bg-cream px-3 py-2 font-mono text-base break-words">
                {setUp.secret}
              </p>
              <p>
                <a
                  href={setUp.uri}
                  className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4 hover:text-ink"
                >
                  Open an app on this device
                </a>
              </p>
            </div>
          </div>
        </li>
        <li className="grid gap-4">
          <h2 className="text-lg">2. Enter the code that the app shows</h2>
          <CodeField hint="Six digits." errors={refusal?.errors.code} value={refusal?.values.code} />
        </li>
      </ol>
      <p className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyText="Turning on…">
          Turn on
        </Button>
        <ButtonLink to="/security" rank="quiet">
          Cancel
        </ButtonLink>
      </p>
    </CheckedForm>
  );
}

/** Dark on white in every theme, because scanners need it. */
function QrCode({ size, path }: AuthenticatorSetUp['qr']) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key that is written beside it"
      shapeRendering="crispEdges"
      className="w-48 rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
