/** Renders the facts of the farm: empty at first, with an example beside each field. */
import { Link, useNavigation } from 'react-router';
import { SettingsFields } from '#office/settings/settings-fields.tsx';
import { Button } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { farmFields } from './farm-section.ts';

export function FarmForm({
  version,
  base,
  refusal,
}: {
  version: number;
  base: Readonly<Record<string, string>>;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'save';
  return (
    <SaveForm key={version} refusal={refusal} version={version} base={base} className="flex flex-col gap-5">
      <input type="hidden" name="intent" value="save" />
      <SettingsFields
        fields={farmFields}
        isPlain
        values={refusal?.values ?? base}
        errors={refusal?.errors ?? {}}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save
        </Button>
        <Link
          to="/admin/settings/store"
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Tagline, description, ATM
        </Link>
      </div>
    </SaveForm>
  );
}
