/** Renders the ID check and the cash of a hand-over. */
import { useNavigation } from 'react-router';
import { idKindLabel } from '#core/orders/hand-over/id-check.ts';
import { idKinds } from '#kernel/statuses.ts';
import type { ManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { CashField } from './cash-field.tsx';

export function HandOverForm({
  order,
  minimumAge,
  refusal,
}: {
  order: ManagedOrder;
  minimumAge: number;
  refusal: FormRefusal | undefined;
}) {
  const sending = useNavigation().formData?.get('intent');
  const values = refusal?.values ?? {};
  const errors = refusal?.errors ?? {};
  const isPaid = order.payment.value === 'paid';
  return (
    <CheckedForm refusal={refusal} focus="summary" className="flex flex-col gap-6">
      <input type="hidden" name="intent" value="hand-over" />
      <input type="hidden" name="version" value={order.version} />
      {order.requiresId ? (
        <IdCheckFields
          holder={order.notes.pickupName ?? order.customer.name}
          minimumAge={minimumAge}
          values={values}
          errors={errors}
        />
      ) : null}
      <CashField
        owed={isPaid ? 0 : order.total}
        isPaid={isPaid}
        typed={values.cashReceived ?? (isPaid ? '0' : '')}
        errors={errors.cashReceived}
      />
      <Button
        type="submit"
        size="large"
        busy={sending === 'hand-over'}
        busyText="Completing…"
        className="self-start"
      >
        Paid and handed over
      </Button>
    </CheckedForm>
  );
}

function IdCheckFields({
  holder,
  minimumAge,
  values,
  errors,
}: { holder: string; minimumAge: number } & Pick<FormRefusal, 'values' | 'errors'>) {
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-3 font-display text-lg font-medium">ID check</legend>
      <SelectField
        label="Kind of ID"
        name="idKind"
        defaultValue={values.idKind ?? ''}
        errors={errors.idKind}
        className="sm:col-span-2"
      >
        <option value="" disabled>
          Choose
        </option>
        {idKinds.map((kind) => (
          <option key={kind} value={kind}>
            {idKindLabel[kind]}
          </option>
        ))}
      </SelectField>
      <Field
        label="Issued by"
        name="idIssuer"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={values.idIssuer}
        errors={errors.idIssuer}
      />
      <Field
        label="Expires"
        name="idExpiresOn"
        type="date"
        required
        defaultValue={values.idExpiresOn}
        errors={errors.idExpiresOn}
      />
      <Field
        label="Birth date on the ID"
        name="idBirthDate"
        type="date"
        required
        hint={`Must be ${minimumAge} or older today. Not saved.`}
        defaultValue={values.idBirthDate}
        errors={errors.idBirthDate}
      />
      <CheckboxField
        label={`The name on the ID is ${holder}`}
        name="nameMatches"
        value="1"
        defaultChecked={values.nameMatches === '1'}
        errors={errors.nameMatches}
        className="sm:col-span-2"
      />
    </fieldset>
  );
}
