/** Renders what can be done with an endpoint beside changing it. */
import { Form, useNavigation } from 'react-router';
import { FORMER_HOURS } from '#core/running/webhooks/webhook.ts';
import type { ListedEndpoint } from '#core/running/webhooks/webhooks-queries.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** Until when the former secret also signs, and a button that ends it. */
export function FormerSecret({ name, until }: { name: string; until: string }) {
  return (
    <div className="mb-6 flex flex-col items-start gap-3">
      <p className="text-ink-soft">The former secret also signs until {until}.</p>
      <Confirm
        label="End the former secret now"
        busyText="Ending…"
        of={name}
        question={`End the former secret of ${name}?`}
        consequence="Only the new secret signs from now on. A receiver that still checks with the former one refuses every message."
        fields={{ intent: 'end-former' }}
        rank="secondary"
      />
    </div>
  );
}

/** Links to the messages, sends a test, and replays. */
export function SendActions({
  endpoint,
  since,
  refusal,
}: {
  endpoint: ListedEndpoint;
  /** The first value of the field, store-local. */
  since: string;
  refusal: FormRefusal | undefined;
}) {
  const intent = useNavigation().formData?.get('intent');
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/admin/settings/webhooks/${endpoint.id}/messages`} rank="secondary">
          Messages
        </ButtonLink>
        {endpoint.stopped ? null : (
          <Form method="post">
            <input type="hidden" name="intent" value="test" />
            <Button type="submit" rank="secondary" busy={intent === 'test'} busyText="Sending…">
              Send a test message
            </Button>
          </Form>
        )}
      </div>
      {endpoint.stopped ? null : (
        <CheckedForm refusal={refusal} className="mt-6 flex flex-col items-start gap-3">
          <input type="hidden" name="intent" value="replay" />
          <Field
            label="Replay since"
            name="since"
            type="datetime-local"
            required
            defaultValue={refusal?.values.since ?? since}
            errors={refusal?.errors.since}
            hint="Sends everything since then again, under the same ids."
            className="w-full sm:w-80"
          />
          <Button type="submit" rank="secondary" busy={intent === 'replay'} busyText="Replaying…">
            Replay
          </Button>
        </CheckedForm>
      )}
    </>
  );
}

/** New secret, off and on, delete. */
export function SwitchActions({ endpoint }: { endpoint: ListedEndpoint }) {
  const intent = useNavigation().formData?.get('intent');
  const { name, stopped, waiting } = endpoint;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Confirm
        label="New secret"
        busyText="Making…"
        of={name}
        question={`Make a new secret for ${name}?`}
        consequence={`Both secrets sign for ${FORMER_HOURS} hours. After that, only the new one does.`}
        fields={{ intent: 'rotate' }}
        rank="secondary"
      />
      {stopped ? (
        <Form method="post">
          <input type="hidden" name="intent" value="on" />
          <Button type="submit" rank="secondary" busy={intent === 'on'} busyText="Turning on…">
            {waiting > 0 ? `Turn on and send ${waiting} waiting` : 'Turn on'}
          </Button>
        </Form>
      ) : (
        <Confirm
          label="Turn off"
          busyText="Turning off…"
          of={name}
          question={`Turn off ${name}?`}
          consequence="Messages stop until you turn it on. You can replay what it missed."
          fields={{ intent: 'off' }}
          rank="secondary"
        />
      )}
      <Confirm
        label="Delete"
        busyText="Deleting…"
        of={name}
        question={`Delete ${name}?`}
        consequence="It gets no more messages, and its log is deleted."
        fields={{ intent: 'remove' }}
      />
    </div>
  );
}
