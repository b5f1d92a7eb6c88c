/** Text messages: a number and a yes, a code that shows whose phone it is, and the way to end them. */
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { phoneText } from '../sms-number.ts';
import type { SmsState } from '../sms-number-queries.server.ts';

export function SmsSetUp({
  state,
  consent,
  refusal,
}: {
  state: SmsState;
  consent: string;
  refusal: FormRefusal | undefined;
}) {
  const doing = useNavigation().formData?.get('intent');
  const ofCode = refusal && ('code' in refusal.errors || refusal.values.intent === 'sms-confirm');
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
        {state.kind === 'on' ? (
          <Form method="post" className="grid gap-4">
            <p>
              They go to <span className="figures font-medium">{phoneText(state.phone)}</span>. Choose which
              ones above, event by event.
            </p>
            <div>
              <Button
                type="submit"
                name="intent"
                value="sms-stop"
                rank="secondary"
                busy={doing === 'sms-stop'}
                busyText="Turning off…"
              >
                Turn off text messages
              </Button>
            </div>
          </Form>
        ) : (
          <>
            {state.kind === 'waiting' ? (
              <CheckedForm refusal={ofCode ? refusal : undefined} className="mb-8 grid gap-4">
                <p>
                  {state.isOpen
                    ? `Enter the code we sent to ${phoneText(state.phone)}.`
                    : `The code we sent to ${phoneText(state.phone)} has expired. Get a new one below.`}
                </p>
                {state.isOpen ? (
                  <div className="grid justify-items-start gap-4">
                    <Field
                      label="Code"
                      name="code"
                      inputMode="numeric"
                      autoComplete="one-time-code"
                      required
                      maxLength={12}
                      className="w-40"
                      errors={refusal?.errors.code}
                    />
                    <Button
                      type="submit"
                      name="intent"
                      value="sms-confirm"
                      busy={doing === 'sms-confirm'}
                      busyText="Checking…"
                    >
                      Confirm
                    </Button>
                  </div>
                ) : null}
              </CheckedForm>
            ) : null}
            <CheckedForm refusal={ofCode ? undefined : refusal} className="grid gap-4">
              <Field
                label="Mobile phone"
                name="phone"
                type="tel"
                autoComplete="tel"
                required
                maxLength={40}
                className="max-w-xs"
                hint="We send a code there first. Messages never name a product."
                defaultValue={
                  refusal?.values.phone ?? (state.kind === 'waiting' ? phoneText(state.phone) : '')
                }
                errors={refusal?.errors.phone}
              />
              <CheckboxField
                label={<span className="text-sm">{consent}</span>}
                name="consent"
                value="yes"
                defaultChecked={refusal?.values.consent === 'yes'}
                errors={refusal?.errors.consent}
              />
              <div>
                <Button
                  type="submit"
                  name="intent"
                  value="sms-code"
                  rank="secondary"
                  busy={doing === 'sms-code'}
                  busyText="Sending…"
                >
                  {state.kind === 'waiting' ? 'Send a new code' : 'Send me a code'}
                </Button>
              </div>
            </CheckedForm>
          </>
        )}
      </div>
    </section>
  );
}
