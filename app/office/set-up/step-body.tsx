/** Renders what a step of the set-up asks: a form, or one press, with the way to everything else about it. */
import { Form, Link, useNavigation } from 'react-router';
import { starterSet } from '#core/goods/catalogue/categories/category.ts';
import { confirmations, type SetUpStep } from '#core/ground/settings/set-up-steps.ts';
import { CountyField } from '#office/taxes/county-field.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { FarmForm } from './farm-form.tsx';
import { hoursPatterns } from './hours-patterns.ts';
import { RehearsalSteps } from './rehearsal-steps.tsx';
import type { SetUpData } from './set-up-page-queries.server.ts';

type Props = { step: SetUpStep; data: SetUpData; refusal: FormRefusal | undefined };

export function StepBody({ step, data, refusal }: Props) {
  switch (step.name) {
    case 'farm':
      return <FarmForm {...data.farm} refusal={refusal} />;
    case 'money':
      return <Money {...data.money} error={refusal?.errors.county} />;
    case 'hours':
      return <Hours {...data.hours} error={refusal?.errors.pattern?.[0]} />;
    case 'mail':
      return (
        <Ways to="/admin/settings/mail" label="Set up mail" step={step}>
          Choose your mail service, enter what it asks for, and get a test.
        </Ways>
      );
    case 'menu':
      return <Menu hasCategories={data.setUp.hasCategories} />;
    case 'tracking':
      return (
        <Ways to="/admin/settings/state-tracking" label="Connect Metrc" step={step}>
          Sales, counts and deliveries go to the state by themselves. Have your license number and the two
          keys from Metrc at hand.
        </Ways>
      );
    case 'people':
      return (
        <Ways to="/admin/users/invite" label="Invite someone" step={step}>
          Staff run orders, pickups and counts. Settings stay with admins.
        </Ways>
      );
    case 'backups':
      return (
        <Ways to="/admin/settings/backups" label="Set up backups" step={step}>
          Choose another disk or a bucket, and print the passphrase. From then on the shop backs itself up
          every night.
        </Ways>
      );
    case 'rehearsal':
      return <RehearsalSteps running={data.rehearsal} signIn={data.signIn} />;
  }
}

const also = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

/** A button that sends one intent. */
function Press({
  intent,
  label,
  fields = {},
}: {
  intent: string;
  label: string;
  fields?: Record<string, string>;
}) {
  const isBusy = useNavigation().formData?.get('intent') === intent;
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name="intent" value={intent} busy={isBusy} busyText="Saving…">
        {label}
      </Button>
    </Form>
  );
}

function Money({
  counties,
  county,
  rules,
  hasOrders,
  error,
}: SetUpData['money'] & { error: readonly string[] | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'new-york';
  const others = (
    <Link to="/admin/settings/tax" className={also}>
      {hasOrders ? 'Change taxes from a later date' : 'Enter other taxes'}
    </Link>
  );
  return (
    <>
      {rules.length > 0 ? (
        <ul className="mb-3 list-disc pl-5">
          {rules.map(({ id, name, rate, on }) => (
            <li key={id}>
              {name}, {rate} on {on.toLowerCase()}
            </li>
          ))}
        </ul>
      ) : null}
      {hasOrders ? (
        <>
          <p className="measure">Orders were placed with these taxes, so they stay as they are today.</p>
          {others}
        </>
      ) : (
        <Form method="post" preventScrollReset>
          <p className="measure mb-3">
            New York taxes: 13% excise tax on cannabis (9% state, 4% local), and your county’s sales tax on
            merchandise. Clothing under $110 and food are exempt.
          </p>
          <CountyField choice={counties} value={county} errors={error} className="max-w-md" />
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button type="submit" name="intent" value="new-york" busy={isBusy} busyText="Saving…">
              Use the New York taxes
            </Button>
            {others}
          </div>
        </Form>
      )}
    </>
  );
}

function Hours({ version, pattern, error }: SetUpData['hours'] & { error: string | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'hours';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="intent" value="hours" />
      <fieldset aria-describedby={error ? 'pattern-error' : undefined}>
        <legend className="mb-2 font-medium">When can customers pick up?</legend>
        {hoursPatterns.map(({ name, label }) => (
          <label key={name} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="pattern"
              value={name}
              defaultChecked={name === pattern}
              className="size-5 accent-spruce-700"
            />
            {label}
          </label>
        ))}
        {error ? (
          <p id="pattern-error" role="alert" className="mt-1 text-sm font-medium text-clay-700">
            {error}
          </p>
        ) : null}
      </fieldset>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save hours
        </Button>
        <Link to="/admin/settings/hours" className={also}>
          Enter other hours
        </Link>
      </div>
    </Form>
  );
}

function Menu({ hasCategories }: { hasCategories: boolean }) {
  return (
    <>
      {hasCategories ? null : (
        <p className="measure mb-3">Every product is in a category. Usual ones: {starterSet.join(', ')}.</p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {hasCategories ? (
          <ButtonLink to="/admin/products/new">Add a product</ButtonLink>
        ) : (
          <Press intent="starter-set" label="Add these categories" />
        )}
        <Link to="/admin/inventory/import" className={also}>
          Import a list
        </Link>
        <Link to="/admin/settings/move-in" className={also}>
          Bring a shop you have elsewhere
        </Link>
        <Link to="/admin/settings/page-texts" className={also}>
          Edit the texts of pages
        </Link>
      </div>
    </>
  );
}

/** A step with a page of its own, which the owner may also say is not for this shop. */
function Ways({
  to,
  label,
  step,
  children,
}: {
  to: string;
  label: string;
  step: SetUpStep;
  children: string;
}) {
  const confirmation = confirmations[step.name];
  return (
    <>
      <p className="measure">{children}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <ButtonLink to={to}>{label}</ButtonLink>
        {confirmation && (step.isConfirmed || !step.isDone) ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="step" value={step.name} />
            <Button
              type="submit"
              name="intent"
              value={step.isConfirmed ? 'take-back' : 'confirm'}
              rank="secondary"
            >
              {step.isConfirmed ? 'Take back' : confirmation.button}
            </Button>
          </Form>
        ) : null}
      </div>
    </>
  );
}
