/** Renders the boxes and limits of a person on the staff, with the starting sets; a refusal shows again what was typed. */
import { Link, useNavigation } from 'react-router';
import {
  boxField,
  type Rights,
  refundLimitWords,
  rightWords,
  type StartingSet,
  setNames,
  setOf,
  setWords,
  startingSets,
} from '#core/ground/access/rights.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CheckboxField, Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { RightsToGive } from './rights-queries.server.ts';

/** A starting set by its name in an address; null for anything else. */
export const readSet = (text: string | null): StartingSet | null =>
  setNames.find((name) => name === text) ?? null;

const hindrances = {
  own: 'No one gives rights to themselves. Ask someone else who may.',
  'more-than-own': 'You can change the rights only of people who have no more than you. Ask an admin.',
};

type Props = {
  of: RightsToGive;
  /** The starting set whose boxes are shown, before they are saved; null for the person's own. */
  set: StartingSet | null;
  /** The address of this form with the boxes of a set. */
  setPath: (set: StartingSet) => string;
  refusal: FormRefusal | undefined;
  /** Where Cancel leads; none where the form is a part of a page. */
  cancel?: string;
};

export function RightsForm({ of, set, setPath, refusal, cancel }: Props) {
  const isBusy = useNavigation().formData?.get('intent') === 'rights';
  if (of.hindrance !== null) return <Notice className="mt-4">{hindrances[of.hindrance]}</Notice>;
  const shown: Rights = set ? startingSets[set] : of.rights;
  const typed = refusal?.values;
  const refund = shown.refundLimit === null ? '' : (shown.refundLimit / 100).toFixed(2);
  return (
    // Another set has other boxes, which are uncontrolled so that they work without scripts.
    <CheckedForm
      key={set ?? of.key}
      refusal={refusal}
      preventScrollReset
      className="mt-4 flex flex-col gap-5"
    >
      <input type="hidden" name="intent" value="rights" />
      <input type="hidden" name="userId" value={of.id} />
      <input type="hidden" name="from" value={of.key} />
      <StartingSets current={setOf(shown)} setPath={setPath} />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">They may</legend>
        {of.boxes.map((box) => (
          <CheckboxField
            key={box}
            name={boxField(box)}
            label={<BoxLabel {...rightWords[box]} />}
            defaultChecked={typed ? typed[boxField(box)] === 'on' : shown.boxes.includes(box)}
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Refunds up to, in dollars of an order"
          name="refundLimit"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed?.refundLimit ?? refund}
          hint={refundHint(of)}
          errors={refusal?.errors.refundLimit}
        />
        <Field
          label="Discounts up to, in percent"
          name="discountLimit"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.discountLimit ?? String(shown.discountLimit)}
          hint={discountHint(of)}
          errors={refusal?.errors.discountLimit}
        />
      </div>
      <p className="text-ink-soft">Saved rights take effect at once. We notify {of.name} by email.</p>
      <div className="flex flex-wrap justify-end gap-3">
        {cancel === undefined ? null : (
          <Link to={cancel} preventScrollReset className={buttonClass('quiet', 'normal')}>
            Cancel
          </Link>
        )}
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save rights
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Links, because a set only fills the boxes in: they are saved with the form. */
function StartingSets({
  current,
  setPath,
}: {
  current: StartingSet | null;
  setPath: (set: StartingSet) => string;
}) {
  return (
    <nav aria-label="Starting sets">
      <p className="text-sm font-medium">Start with</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {setNames.map((name) => (
          <li key={name}>
            <Link
              to={setPath(name)}
              replace
              preventScrollReset
              aria-current={name === current ? 'true' : undefined}
              className={buttonClass(name === current ? 'primary' : 'secondary', 'small', 'min-h-11')}
            >
              {setWords[name].label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-ink-soft">
        {current ? setWords[current].hint : 'Rights of their own.'}
      </p>
    </nav>
  );
}

function BoxLabel({ label, hint }: { label: string; hint?: string }) {
  return (
    <>
      {label}
      {hint ? <span className="block text-xs text-ink-soft">{hint}</span> : null}
    </>
  );
}

function refundHint({ staffLimit, most }: RightsToGive): string {
  const usual = staffLimit === 0 ? 'none' : formatCents(cents(staffLimit));
  const bound = most.refund === null ? '' : ` You can give: ${refundLimitWords(most.refund).toLowerCase()}.`;
  return `Empty: as in the settings, now ${usual}. 0: none.${bound}`;
}

const discountHint = ({ most }: RightsToGive): string =>
  most.discount === null ? 'Of a product. 0: none.' : `Of a product. You can give at most ${most.discount}%.`;
