/** Renders text messages: the number and consent, the code that proves whose phone it is, and turning them off. */
import { Form, useNavigation } from 'react-router';
import { phoneText } from '#core/ground/notifications/sms-number.ts';
import { PhoneCodeForm, PhoneForm } from '#shop/kit/code-to-phone.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { SmsState } from './sms-number-queries.server.ts';

type Props = { state: SmsState; consent: string; refusal: FormRefusal | undefined };

export function SmsSetUp(props: Props) {
  const { state } = props;
  return (
    <section
      id="text-messages"
      aria-labelledby="text-messages-head"
      className="mt-12 scroll-mt-24 border-t border-line pt-8"
    >
      <h2 id="text-messages-head" className="text-xl">
        Text messages
      </h2>
      <div className="measure mt-2">
        {state.kind === 'on' ? <TurnOff phone={state.phone} /> : <TurnOn {...props} />}
      </div>
    </section>
  );
}

function TurnOn({ state, consent, refusal }: Props) {
  const phone = state.kind === 'none' ? '' : phoneText(state.phone);
  const isWaiting = state.kind === 'waiting';
  const isOpen = isWaiting && state.isOpen;
  const ofCode = isOpen && refusal?.values.intent === 'turn-on';
  return (
    <>
      {isWaiting ? (
        <div className="mb-8 grid gap-4">
          <p>
            {isOpen
              ? `Enter the code we sent to ${phone}.`
              : `The code we sent to ${phone} has expired. Get a new one below.`}
          </p>
          {isOpen ? <PhoneCodeForm refusal={ofCode ? refusal : undefined} /> : null}
        </div>
      ) : null}
      <PhoneForm
        refusal={ofCode ? undefined : refusal}
        phone={phone}
        hint="We send a code there first. Messages never name a product."
        again={isWaiting}
      >
        <CheckboxField
          label={<span className="text-sm">{consent}</span>}
          name="consent"
          value="yes"
          defaultChecked={refusal?.values.consent === 'yes'}
          errors={refusal?.errors.consent}
        />
      </PhoneForm>
    </>
  );
}

function TurnOff({ phone }: { phone: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'turn-off';
  return (
    <Form method="post" className="grid justify-items-start gap-4">
      <p>
        They go to <span className="figures font-medium">{phoneText(phone)}</span>. Choose which ones above,
        event by event.
      </p>
      <Button
        type="submit"
        name="intent"
        value="turn-off"
        rank="secondary"
        busy={isBusy}
        busyText="Turning off…"
      >
        Turn off text messages
      </Button>
    </Form>
  );
}
