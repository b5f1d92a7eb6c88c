/** Renders the form of one service, with what people get wrong there. */
import { useNavigation } from 'react-router';
import { type ConnectionService, shownFields } from '#core/running/connections/connection-form.ts';
import { SettingsFields } from '#office/settings/settings-fields.tsx';
import { Button } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { Notice } from '#ui/notice.tsx';

export function ConnectionForm({
  service,
  texts,
  hasStored,
  version,
  refusal,
  saveLabel,
}: {
  service: ConnectionService;
  /** What is stored, without secrets. */
  texts: Readonly<Record<string, string>>;
  /** Whether a secret is stored for this service. */
  hasStored: boolean;
  version: number;
  refusal: FormRefusal | undefined;
  saveLabel: string;
}) {
  const navigation = useNavigation();
  const { host, port } = service.fixed ?? {};
  return (
    <section aria-labelledby="service" className="mt-8">
      <h2 id="service" className="mb-3 text-xl">
        {service.name}
      </h2>
      <Notice tone="info" className="mb-5">
        {service.trap}
        {host ? (
          <span className="mt-1 block text-ink-soft">
            The shop uses {host}, port {port}, encrypted.
          </span>
        ) : null}
      </Notice>
      <SaveForm refusal={refusal} version={version} base={{ ...texts }} className="flex flex-col gap-6">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="service" value={service.id} />
        <SettingsFields
          fields={shownFields(service, hasStored)}
          values={refusal?.values ?? texts}
          errors={refusal?.errors ?? {}}
        />
        <div>
          <Button
            type="submit"
            busy={navigation.formData?.get('intent') === 'save'}
            busyText="Saving and testing…"
          >
            {saveLabel}
          </Button>
        </div>
      </SaveForm>
    </section>
  );
}
