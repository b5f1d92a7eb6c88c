/** Renders what a person who leaves holds, where each of it goes, and the button that ends their work. */
import { useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { HeldList } from './held-list.tsx';
import type { PresentedHeld } from './held-words.ts';
import type { Leaving } from './leaving-queries.server.ts';
import { LeftOpen } from './left-open.tsx';

type Props = { of: Leaving; refusal: FormRefusal | undefined };

export function LeavingForm({ of: { person, held, leftOpen, colleagues, you }, refusal }: Props) {
  const isBusy = useNavigation().formData !== undefined;
  const values = refusal?.values ?? {};
  const people = colleagues.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  const ask = ({ kind }: PresentedHeld) => {
    switch (kind) {
      case 'drawer':
        return (
          <SelectField
            label="Drawer goes to"
            name="drawerTo"
            required
            defaultValue={values.drawerTo ?? ''}
            errors={refusal?.errors.drawerTo}
            hint="Or count and close it at the counter first, to know whether it is over or short."
            className="mt-2 max-w-sm"
          >
            <option value="">Choose a person</option>
            {people}
          </SelectField>
        );
      case 'charge':
        return (
          <SelectField
            label="In charge from then on"
            name="chargeTo"
            defaultValue={values.chargeTo ?? you}
            className="mt-2 max-w-sm"
          >
            <option value="">No one</option>
            {people}
          </SelectField>
        );
      case 'token':
        return (
          <SelectField
            label="These tokens"
            name="tokens"
            defaultValue={values.tokens ?? 'revoke'}
            className="mt-2 max-w-sm"
          >
            <option value="revoke">Revoke</option>
            <option value="transfer">Transfer to me</option>
          </SelectField>
        );
      case 'webhook':
        return (
          <SelectField
            label="These webhooks"
            name="webhooks"
            defaultValue={values.webhooks ?? 'transfer'}
            className="mt-2 max-w-sm"
          >
            <option value="transfer">Transfer to me</option>
            <option value="turn-off">Turn off</option>
          </SelectField>
        );
      default:
        return null;
    }
  };
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-6">
      <p className="text-ink-soft">
        {person.name} is signed out everywhere, and their PIN is removed. Their account stays as a customer
        account, with orders and favorites. Records of their work stay. They are notified by email.
      </p>
      <section aria-labelledby="held">
        <h2 id="held" className="mb-3 text-lg">
          What they hold
        </h2>
        <LeftOpen of={leftOpen} isHere />
        {held.length === 0 ? (
          <p className="text-ink-soft">Nothing is open in their name.</p>
        ) : (
          <HeldList
            held={held}
            below={(of) => (
              <>
                <p className="text-sm text-ink-soft">{of.after}</p>
                {ask(of)}
              </>
            )}
          />
        )}
      </section>
      <p className="text-ink-soft">You can restore their role later, but nothing listed here.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" rank="danger" busy={isBusy} busyText="Ending…">
          End their work here
        </Button>
        <ButtonLink to={`/admin/users/${person.id}`} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
