/** /security/text-messages: two-factor sign-in by text message, where a gateway is configured. */
import { data, Link, redirect } from 'react-router';
import { roleMay, type SignedIn } from '#features/access/actor.ts';
import { readAuthenticator } from '#features/identity/authenticator-queries.server.ts';
import {
  forgetSetUpCode,
  requestSetUpCode,
  setUpPlace,
  turnTextFactorOff,
  turnTextFactorOn,
} from '#features/identity/change-text-factor.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { AUTHENTICATOR_PATH, TEXT_FACTOR_PATH } from '#features/identity/return-path.ts';
import { setUpTextSchema, textFactorMessage, textFactorWords } from '#features/identity/text-factor.ts';
import { readSentTextCode, readTextFactor } from '#features/identity/text-factor-queries.server.ts';
import { TextEnded } from '#features/identity/ui/authenticator-section.tsx';
import { BackupCodeList } from '#features/identity/ui/backup-code-list.tsx';
import { SecondFactorChange } from '#features/identity/ui/second-factor-change.tsx';
import { PhoneCodeForm, PhoneForm } from '#features/identity/ui/text-factor-set-up.tsx';
import { smsNumberSchema } from '#features/notifications/sms-form.ts';
import { phoneText } from '#features/notifications/sms-number.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { changeSecondFactor, elsewhere } from '#shell/second-factor.server.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-text-messages';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Two-factor sign-in' });

const phoneSchema = smsNumberSchema.pick({ phone: true });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const { store } = await readSettings();
  const text = await readTextFactor(actor, store.zone);
  if (!text.isOffered && !text.on) throw redirect('/security');
  await requireRecentSignIn(actor, request);
  if (await readAuthenticator(actor, store.zone))
    throw redirectWithFlash('/security', textFactorMessage({ kind: 'app-is-on' }), 'info');
  return {
    ...text,
    sent: text.on ? null : await readSentTextCode(setUpPlace(actor)),
    agreement: textFactorWords(store.name),
    farmName: store.name,
    email: actor.email,
    worksHere: roleMay(actor.role, 'backoffice.enter'),
  };
}

const PAGE = { path: TEXT_FACTOR_PATH, turnOff: turnTextFactorOff, message: textFactorMessage };

type Answer = { backupCodes: string[] } | { refusal: FormRefusal };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'send-code':
      return sendCode(request, actor, form);
    case 'other-phone':
      await forgetSetUpCode(actor);
      return redirect(TEXT_FACTOR_PATH);
    case 'turn-on':
      return turnOn(request, actor, form);
    default:
      return changeSecondFactor(request, actor, form.get('intent'), PAGE);
  }
}

async function sendCode(request: Request, actor: SignedIn, form: FormData) {
  const read = readForm(form, phoneSchema, ['phone']);
  if (!read.ok) return data<Answer>({ refusal: read.refused() }, { status: 400 });
  const outcome = await requestSetUpCode(request, actor, read.value.phone);
  if (outcome.ok) return redirect(TEXT_FACTOR_PATH);
  const { problem } = outcome;
  if (problem.kind !== 'too-soon' && problem.kind !== 'too-many-codes') return elsewhere(problem, PAGE);
  return data<Answer>({ refusal: read.refused(textFactorMessage(problem)) }, refusalInit(problem));
}

async function turnOn(request: Request, actor: SignedIn, form: FormData) {
  const read = readForm(form, setUpTextSchema, ['code']);
  if (!read.ok) return data<Answer>({ refusal: read.refused() }, { status: 400 });
  const outcome = await turnTextFactorOn(request, actor, read.value.code);
  if (outcome.ok) return data<Answer>(outcome.value);
  const { problem } = outcome;
  const message = textFactorMessage(problem);
  if (problem.kind === 'wrong-text-code')
    return data<Answer>(
      { refusal: { ...read.refused(), errors: { code: [message] } } },
      refusalInit(problem),
    );
  if (problem.kind === 'too-many-attempts')
    return data<Answer>({ refusal: read.refused(message) }, refusalInit(problem));
  return elsewhere(problem, PAGE);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityTextMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { on, isOffered, sent, agreement, farmName, email, worksHere } = loaderData;
  if (actionData && 'backupCodes' in actionData)
    return (
      <>
        <PageHead title="Two-factor sign-in is on" />
        <BackupCodeList codes={actionData.backupCodes} farmName={farmName} email={email} />
      </>
    );
  const refusal = actionData?.refusal;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Codes by text message"
        intro="After your password we also ask for a code that we text to your phone."
      />
      <div className="mb-8 grid max-w-2xl gap-4">
        {isOffered ? null : <TextEnded />}
        <p>
          An{' '}
          <Link to={AUTHENTICATOR_PATH} className="font-medium text-spruce-700 underline underline-offset-4">
            authenticator app
          </Link>{' '}
          is stronger, and we recommend it: a phone number can be taken over, and messages can be late.
          {on ? ' It takes the place of text messages.' : ''}
        </p>
        {worksHere ? (
          <Notice tone="caution">
            Where the back office asks for a second factor, text messages do not count. Set up an app or a
            passkey for it.
          </Notice>
        ) : null}
      </div>
      {on ? (
        <>
          <p className="mb-4">Codes go to {phoneText(on.phone)}.</p>
          <SecondFactorChange
            left={on.backupCodesLeft}
            since={on.since}
            otherPhone="To use another phone, turn it off here and set it up again with the new number."
          />
        </>
      ) : sent ? (
        <PhoneCodeForm sent={sent} refusal={refusal} />
      ) : (
        <PhoneForm agreement={agreement} refusal={refusal} />
      )}
    </>
  );
}
