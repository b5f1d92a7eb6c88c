/** Renders the form of My Profile (specification section 2). */
import { useNavigation } from 'react-router';
import { NAME_BY_ADMIN } from '#core/accounts/customers/locked-name.ts';
import type { MyProfile } from '#core/accounts/customers/profile-queries.server.ts';
import { FullNameField, PhoneAndAddressFields, StateOptions } from '#shop/kit/person-fields.tsx';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';

/** The intent of the form that saves; the page's other forms have other intents. */
const SAVE_INTENT = 'save';

export function ProfileForm({ profile, refusal }: { profile: MyProfile; refusal: FormRefusal | undefined }) {
  const navigation = useNavigation();
  const { age } = profile;
  const values: Readonly<Record<string, string>> = refusal?.values ?? profile.values;
  const errors = refusal?.errors ?? {};
  return (
    <SaveForm
      // The saved values become the form's new starting values.
      key={profile.version}
      refusal={refusal}
      version={profile.version}
      base={profile.values}
      className="grid items-start gap-5 sm:grid-cols-2 *:data-summary:col-span-full"
    >
      <input type="hidden" name="intent" value={SAVE_INTENT} />
      <FullNameField
        refusal={{ values, errors }}
        hint={profile.isNameLocked ? NAME_BY_ADMIN : 'As shown on your ID; we compare the two at pickup.'}
        readOnly={profile.isNameLocked}
      />
      <PhoneAndAddressFields values={values} errors={errors} />
      {age.isBirthDateLocked ? (
        <LockedBirthDate profile={profile} errors={errors.birthDate} />
      ) : (
        <>
          <Field
            label="Birth Date"
            name="birthDate"
            type="date"
            required={profile.values.birthDate !== ''}
            autoComplete="bday"
            min="1900-01-01"
            max={profile.today}
            hint={
              age.state === 'approved'
                ? 'If you change it, we must approve your age again.'
                : 'As shown on your ID.'
            }
            defaultValue={values.birthDate}
            errors={errors.birthDate}
          />
          {errors.birthDate && values.birthDate ? (
            <input type="hidden" name="birthDateAsked" value={values.birthDate} />
          ) : null}
        </>
      )}
      <LicenseFields profile={profile} values={values} errors={errors} />
      <div className="col-span-full">
        <Button
          type="submit"
          busy={navigation.formData?.get('intent') === SAVE_INTENT}
          busyText="Saving..."
          className="max-sm:w-full"
        >
          Save Changes
        </Button>
      </div>
    </SaveForm>
  );
}

/** Submitted unchanged, so that saving the other fields does not change it. */
function LockedBirthDate({ profile, errors }: { profile: MyProfile; errors: readonly string[] | undefined }) {
  return (
    <Field
      label="Birth Date"
      name="birthDate"
      type="date"
      required
      readOnly
      hint={`This cannot be changed here. If it is wrong, call us at ${profile.storePhone} or show your ID at the store.`}
      defaultValue={profile.values.birthDate}
      errors={errors}
    />
  );
}

function LicenseFields({
  profile,
  values,
  errors,
}: { profile: MyProfile } & {
  values: Readonly<Record<string, string>>;
  errors: FormRefusal['errors'];
}) {
  const { licenseLast4, age } = profile;
  const resets = age.state === 'approved' ? ' If you change it, we must approve your age again.' : '';
  return (
    <fieldset className="col-span-full grid items-start gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="sr-only">Driver's license</legend>
      <SelectField
        label="State of License"
        name="licenseState"
        defaultValue={values.licenseState}
        errors={errors.licenseState}
      >
        <StateOptions none="No state chosen" />
      </SelectField>
      <Field
        label="Driver's License ID"
        name="licenseId"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        hint={
          licenseLast4 === null
            ? 'Stored encrypted. Only the last characters are ever shown.'
            : `On file: •••• ${licenseLast4}. Leave this empty to keep it, or enter the whole number to change it.${resets}`
        }
        defaultValue={values.licenseId ?? ''}
        errors={errors.licenseId}
      />
      {licenseLast4 === null ? null : (
        <label className="col-span-full flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="removeLicense"
            value="yes"
            defaultChecked={values.removeLicense === 'yes'}
            className="size-5 accent-spruce-700"
          />
          Delete the license number on file
        </label>
      )}
    </fieldset>
  );
}
