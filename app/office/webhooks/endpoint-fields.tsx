/** Renders the fields of an endpoint: its name, its address while it is new, and what it gets. */
import { webhookTypes } from '#core/running/webhooks/webhook.ts';
import { CheckboxField, Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function EndpointFields({
  refusal,
  known,
}: {
  refusal: FormRefusal | undefined;
  /** What is stored; without it the endpoint is new. */
  known?: { name: string; types: readonly string[] };
}) {
  const { errors = {}, values = {} } = refusal ?? {};
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        hint="The partner who gets the messages."
        defaultValue={values.name ?? known?.name}
        errors={errors.name}
        className="max-w-md"
      />
      {known ? null : (
        <Field
          label="Address"
          name="url"
          type="url"
          required
          maxLength={500}
          autoComplete="off"
          placeholder="https://partner.example/webhooks"
          hint="It starts with https:// and answers within ten seconds."
          defaultValue={values.url}
          errors={errors.url}
        />
      )}
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Messages</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {Object.entries(webhookTypes).map(([type, words], at) => (
            <CheckboxField
              key={type}
              name={type}
              label={
                <>
                  {words}
                  <code className="block text-xs wrap-anywhere text-ink-soft">{type}</code>
                </>
              }
              defaultChecked={refusal ? values[type] === 'on' : known?.types.includes(type)}
              errors={at === 0 ? errors.types : undefined}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
