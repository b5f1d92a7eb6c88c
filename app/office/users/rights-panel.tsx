/**
 * Renders the boxes and limits of a person on the staff, with the starting sets, in a dialog over the list; without scripts
 * above it. A refusal shows again what was typed.
 */
import { Link, useNavigation } from 'react-router';
import { rightsMessage } from '#core/accounts/identity/staff/rights-change.ts';
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
import { LinkedDialog } from '#office/kit/linked-dialog.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { CheckboxField, Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { RightsToGive } from './rights-queries.server.ts';

const hindrances: Readonly<Record<NonNullable<RightsToGive['hindrance']>, string>> = {
  own: rightsMessage({ kind: 'own-rights' }),
  'more-than-own': 'You can change the rights only of people who have no more than you. Ask an admin.',
};

type Props = {
  of: RightsToGive;
  /** The starting set whose boxes are shown, before they are saved; null for the person's own. */
  set: StartingSet | null;
  refusal: FormRefusal | undefined;
  /** The list. */
  back: string;
};

export function RightsPanel({ of, set, refusal, back }: Props) {
  return (
    <LinkedDialog title={`Rights of ${of.name}`} back={back}>
      {of.hindrance === null ? (
        // Another set has other boxes, which are uncontrolled so that they work without scripts.
        <RightsForm key={set ?? of.key} {...{ of, set, refusal, back }} />
      ) : (
        <Notice className="mt-4">{hindrances[of.hindrance]}</Notice>
      )}
    </LinkedDialog>
  );
}

function RightsForm({ of, set, refusal, back }: Props) {
  const isBusy = useNavigation().formData?.get('intent') === 'rights';
  const shown: Rights = set ? startingSets[set] : of.rights;
  const typed = refusal?.values;
  const refund = shown.refundLimit === null ? '' : (shown.refundLimit / 100).toFixed(2);
  return (
    <CheckedForm refusal={refusal} preventScrollReset className="mt-4 flex flex-col gap-5">
      <input type="hidden" name="intent" value="rights" />
      <input type="hidden" name="userId" value={of.id} />
      <input type="hidden" name="from" value={of.key} />
      <StartingSets current={setOf(shown)} at={`${back}${back.includes('?') ? '&' : '?'}rightsOf=${of.id}`} />
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
          label="Refund limit, $ per order"
          name="refundLimit"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed?.refundLimit ?? refund}
          hint={refundHint(of)}
          errors={refusal?.errors.refundLimit}
        />
        <Field
          label="Discount limit, %"
          name="discountLimit"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.discountLimit ?? String(shown.discountLimit)}
          hint={discountHint(of)}
          errors={refusal?.errors.discountLimit}
        />
      </div>
      <p className="text-ink-soft">Saved rights take effect at once. We notify {of.name} by email.</p>
      {/* The dialog may be taller than the screen; its buttons stay visible. */}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper px-6 pt-3 pb-4">
        <Link to={back} preventScrollReset className={buttonClass('quiet', 'normal')}>
          Cancel
        </Link>
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save rights
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Links, because a set only fills the boxes in: they are saved with the form. */
function StartingSets({ current, at }: { current: StartingSet | null; at: string }) {
  return (
    <nav aria-label="Starting sets">
      <p className="text-sm font-medium">Start with</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {setNames.map((name) => (
          <li key={name}>
            <Link
              to={`${at}&set=${name}`}
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
  return `Leave blank for the limit in Settings, now ${usual}. 0: none.${bound}`;
}

const discountHint = ({ most }: RightsToGive): string =>
  most.discount === null ? 'Of a product. 0: none.' : `Of a product. You can give at most ${most.discount}%.`;
