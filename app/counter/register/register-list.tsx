/** Renders the registers, of which a tablet chooses one. */
import { Form, useNavigation } from 'react-router';
import { MOST_REGISTERS } from '#core/sales/line/line.ts';
import type { Register } from '#core/sales/line/line-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

type Props = {
  registers: readonly Register[];
  /** The register that this tablet chose; null for none. */
  own: string | null;
  refusal: FormRefusal | undefined;
};

export function RegisterList({ registers, own, refusal }: Props) {
  const sent = useNavigation().formData;
  return (
    <section aria-labelledby="registers-heading" className="mb-8">
      <h2 id="registers-heading" className="text-lg">
        This tablet
      </h2>
      <p className="measure mb-3 text-sm text-ink-soft">
        Numbers that you call on this tablet are called to its register, and the register’s screen shows what
        this tablet has open.
      </p>
      <ul className="flex flex-col gap-2">
        {registers.map(({ id, name }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-surface p-3 inset-ring inset-ring-line"
          >
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="flex flex-wrap items-center gap-2">
              <Choose id={id === own ? '' : id} isBusy={isBusy(sent, id === own ? '' : id)}>
                {id === own ? 'Leave' : 'Use here'}
              </Choose>
              <Confirm
                label="Remove"
                of={name}
                question={`Remove ${name}?`}
                consequence="Its screens are no longer paired."
                fields={{ intent: 'remove', id }}
                rank="quiet"
              />
            </span>
          </li>
        ))}
      </ul>
      {registers.length >= MOST_REGISTERS ? null : (
        <CheckedForm
          key={registers.length}
          refusal={refusal}
          className="mt-3 flex flex-wrap items-end gap-3 rounded-control bg-cream p-3"
        >
          <input type="hidden" name="intent" value="add" />
          <Field
            label={registers.length === 0 ? 'Name of the register' : 'Another register'}
            name="name"
            required
            maxLength={40}
            autoComplete="off"
            placeholder={`Register ${registers.length + 1}`}
            defaultValue={refusal?.values.name}
            errors={refusal?.errors.name}
            className="grow basis-56"
          />
          <Button
            type="submit"
            rank="secondary"
            className="min-h-11"
            busy={sent?.get('intent') === 'add'}
            busyText="Adding…"
          >
            Add
          </Button>
        </CheckedForm>
      )}
    </section>
  );
}

const isBusy = (sent: FormData | undefined, id: string): boolean =>
  sent?.get('intent') === 'choose' && sent.get('id') === id;

function Choose({ id, isBusy: busy, children }: { id: string; isBusy: boolean; children: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        rank={id === '' ? 'secondary' : 'primary'}
        className="min-h-11"
        busy={busy}
        busyText="Saving…"
      >
        {children}
      </Button>
    </Form>
  );
}
