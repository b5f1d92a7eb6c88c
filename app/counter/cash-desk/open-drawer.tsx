/** Renders the open drawer: who has it, the form that moves cash, and what was moved. Not what it should hold. */
import { type ReactNode, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { drawerName, needsReason } from '#core/sales/cash-desk/drawer.ts';
import type { DrawerView } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { type DrawerEntryKind, drawerEntryKinds } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { DrawerEntries } from './drawer-entries.tsx';

type Open = NonNullable<DrawerView['open']>;

export function OpenDrawerView({
  drawer,
  attempt,
  answer,
}: {
  drawer: Open;
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const { number, holder, since, float, count } = drawer;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl">
            {drawerName(number)}: {holder}
          </h1>
          <p className="figures text-ink-soft">
            Open since {since}. Float {formatCents(cents(float))}.
          </p>
        </div>
        <ButtonLink to="/counter/cash/count" size="large" className="min-h-14">
          Count, close or hand over
        </ButtonLink>
      </div>
      {count ? (
        <Notice tone="caution" className="mb-5" title={`${count.by} counted this drawer at ${count.at}.`}>
          It is still open.{' '}
          <Link
            to="/counter/cash/count"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Finish closing it
          </Link>
        </Notice>
      ) : null}
      <div className="grid items-start gap-8 md:grid-cols-2">
        <EntryForm drawer={drawer} attempt={attempt} answer={answer} />
        <DrawerEntries drawer={drawer} />
      </div>
    </>
  );
}

const choices: Readonly<Record<DrawerEntryKind, readonly [title: string, what: string]>> = {
  drop: ['Drop', 'To the safe'],
  'pay-out': ['Pay-out', 'For an expense'],
  'pay-in': ['Pay-in', 'Change, from the safe'],
};

function EntryForm({
  drawer,
  attempt,
  answer,
}: {
  drawer: Open;
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'entry';
  const { values = {}, errors = {} } = answer ?? {};
  const typed = drawerEntryKinds.find((kind) => kind === values.kind) ?? 'drop';
  const [kind, setKind] = useState<DrawerEntryKind>(typed);
  return (
    <CheckedForm refusal={answer} className="flex flex-col gap-5 rounded-surface bg-cream p-5">
      <h2 className="text-lg">Move cash</h2>
      <input type="hidden" name="intent" value="entry" />
      <input type="hidden" name="key" value={values.key ?? attempt} />
      <input type="hidden" name="sessionId" value={drawer.id} />
      <fieldset id="kind" tabIndex={-1} aria-describedby={errors.kind ? 'kind-error' : undefined}>
        <legend className="sr-only">What happens with the cash</legend>
        <div className="grid grid-cols-3 gap-2">
          {drawerEntryKinds.map((each) => (
            <Choice key={each} kind={each} isChosen={each === typed} onChoose={setKind} />
          ))}
        </div>
        {errors.kind ? (
          <p id="kind-error" className="mt-1.5 text-sm font-medium text-clay-700">
            {errors.kind[0]}
          </p>
        ) : null}
      </fieldset>
      <Field
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={values.amount}
        errors={errors.amount}
        className="[&_input]:min-h-14 [&_input]:text-xl"
      />
      <Field
        label="What for"
        name="reason"
        maxLength={200}
        autoComplete="off"
        required={needsReason(kind)}
        hint="A pay-out and a pay-in need it."
        defaultValue={values.reason}
        errors={errors.reason}
        className="[&_input]:min-h-12"
      />
      <Button type="submit" size="large" busy={isBusy} busyText="Recording…" className="min-h-14 text-lg">
        Record
      </Button>
    </CheckedForm>
  );
}

function Choice({
  kind,
  isChosen,
  onChoose,
}: {
  kind: DrawerEntryKind;
  isChosen: boolean;
  onChoose: (kind: DrawerEntryKind) => void;
}): ReactNode {
  const [title, what] = choices[kind];
  return (
    <label className="flex min-h-16 cursor-pointer flex-col justify-center rounded-control bg-surface px-3 py-2 inset-ring inset-ring-ink/35 has-checked:bg-spruce-100 has-checked:inset-ring-2 has-checked:inset-ring-spruce-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name="kind"
        value={kind}
        defaultChecked={isChosen}
        onChange={() => onChoose(kind)}
        className="sr-only"
      />
      <span className="font-medium">{title}</span>
      <span className="text-xs text-ink-soft">{what}</span>
    </label>
  );
}
