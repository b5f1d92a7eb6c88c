/** Renders what a state, a laboratory or a person does to one package. */
import type { ReactNode } from 'react';
import { Panel } from '#office/kit/panel.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { PlayPress } from './play-press.tsx';

const changes = [
  ['hold', 'The state puts it on hold'],
  ['recall', 'The state recalls it'],
  ['investigation', 'The state investigates it'],
  ['end', 'The state ends that'],
  ['passed', 'A laboratory passes it'],
  ['failed', 'A laboratory fails it'],
] as const;

type Choices = readonly { tag: string; label: string }[];

export function PlayPackages({ packages }: { packages: Choices }) {
  return (
    <Panel title="A package" className="mb-8">
      <PlayPress press="package" label="Do it" className={row}>
        <PackageField id="change-tag" packages={packages} />
        <SelectField id="change-what" name="what" label="What happens" className="w-full sm:w-64">
          {changes.map(([what, words]) => (
            <option key={what} value={what}>
              {words}
            </option>
          ))}
        </SelectField>
      </PlayPress>
      <PlayPress press="quantity" label="Change quantity" className={row}>
        <PackageField id="quantity-tag" packages={packages} />
        <Field
          id="quantity"
          name="quantity"
          label="Units, changed by hand"
          type="number"
          inputMode="numeric"
          min={0}
          max={100000}
          step={1}
          required
          className="w-full sm:w-64"
        />
      </PlayPress>
    </Panel>
  );
}

const row = 'mb-5 flex flex-wrap items-end gap-3';

function PackageField({ id, packages }: { id: string; packages: Choices }): ReactNode {
  return (
    <SelectField id={id} name="tag" label="Package" className="w-full sm:w-96">
      {packages.map(({ tag, label }) => (
        <option key={tag} value={tag}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
