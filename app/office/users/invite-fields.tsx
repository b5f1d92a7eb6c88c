/** Renders what an invited person starts with: a role, and as staff a starting set. */
import { type StartingSet, setWords } from '#core/ground/access/rights.ts';
import { SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** @param sets those that the viewer may give */
export function StartFields({
  isAdmin,
  sets,
  values,
  errors,
}: { isAdmin: boolean; sets: readonly StartingSet[] } & Pick<FormRefusal, 'values' | 'errors'>) {
  return (
    <>
      {isAdmin ? (
        <SelectField
          label="Role"
          name="role"
          defaultValue={values.role ?? 'staff'}
          errors={errors.role}
          hint="Staff do the daily work. Admins can do everything, including roles and settings."
        >
          <option value="staff">Staff</option>
          <option value="admin">Admin</option>
        </SelectField>
      ) : (
        <input type="hidden" name="role" value="staff" />
      )}
      <SelectField
        label="Staff start as"
        name="set"
        defaultValue={values.set ?? sets[0]}
        errors={errors.set}
        hint="You can tick other boxes for each person once they have joined."
      >
        {sets.map((name) => (
          <option key={name} value={name}>
            {`${setWords[name].label}: ${setWords[name].hint}`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
