import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CheckboxField, Field } from '../field.tsx';
import { CheckedForm } from './checked-form.tsx';
import type { FormRefusal } from './refusal.ts';
import { SaveForm } from './save-form.tsx';

const pageOf = (element: React.ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);

const twoErrors: FormRefusal = {
  errors: { email: ['Please enter your email.', 'Too short.'], agreed: ['Please check the box.'] },
  values: { email: 'typed@' },
};

const formOf = (refusal: FormRefusal | undefined, idPrefix?: string) => (
  <CheckedForm refusal={refusal} {...(idPrefix === undefined ? {} : { idPrefix })}>
    <Field
      label="Email"
      name="email"
      required
      defaultValue={refusal?.values.email}
      errors={refusal?.errors.email}
    />
    <CheckboxField label="Yes" name="agreed" errors={refusal?.errors.agreed} />
  </CheckedForm>
);

/** The targets of the summary's links, and which of them exist. */
function ways(page: string) {
  const hrefs = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
  return { hrefs, found: hrefs.filter((id) => page.includes(`<input`) && page.includes(` id="${id}"`)) };
}

test('the summary links to each error without scripts, and each error is beside its field', () => {
  const page = pageOf(formOf(twoErrors));
  expect(page).toContain('2 things to correct');
  expect(ways(page)).toEqual({ hrefs: ['email', 'agreed'], found: ['email', 'agreed'] });
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(page.match(/Please enter your email\./g)).toHaveLength(2);
  expect(page).toContain('aria-describedby="email-error"');
  expect(page).not.toContain('Too short.');
});

test('the input is preserved', () => {
  expect(pageOf(formOf(twoErrors))).toContain('value="typed@"');
});

test('a valid form shows no error, and posts without the browser’s own checks', () => {
  const page = pageOf(formOf(undefined));
  expect(page).not.toContain('role="alert"');
  expect(page).toMatch(/<form[^>]*method="post"/);
  expect(page).toMatch(/<form[^>]*novalidate/i);
});

test('two forms on one page have separate fields to link to', () => {
  const page = pageOf(
    <>
      {formOf(twoErrors, 'one-')}
      {formOf(twoErrors, 'other-')}
    </>,
  );
  const { hrefs, found } = ways(page);
  expect(hrefs).toEqual(['one-email', 'one-agreed', 'other-email', 'other-agreed']);
  expect(found).toEqual(hrefs);
});

test('an error of the whole form has no link', () => {
  const page = pageOf(
    formOf({ message: 'Nothing is saved', errors: { '': ['The shop is full.'] }, values: {} }),
  );
  expect(page).toContain('Nothing is saved');
  expect(page).toContain('The shop is full.');
  expect(ways(page).hrefs).toEqual([]);
});

test('other actions are in the summary, and only with a refusal', () => {
  const page = (refusal?: FormRefusal) =>
    pageOf(
      <CheckedForm refusal={refusal} ways={<button type="submit">All the same</button>}>
        <Field label="Email" name="email" />
      </CheckedForm>,
    );
  expect(page(twoErrors)).toMatch(/role="alert".*All the same.*<label/);
  expect(page()).not.toContain('All the same');
});

test('an edit form sends its original values and version, and after a stale save the stored ones', () => {
  const page = (refusal?: FormRefusal) =>
    pageOf(
      <SaveForm refusal={refusal} version={3} base={{ email: 'before' }}>
        <Field label="Email" name="email" errors={refusal?.errors.email} />
      </SaveForm>,
    );
  expect(page()).toContain('name="version" value="3"');
  expect(page()).toContain('&quot;email&quot;:&quot;before&quot;');
  const change = { field: 'email', label: 'Email', before: 'before', theirs: 'theirs', mine: 'mine' };
  const stale = page({
    message: 'Changed',
    errors: {},
    values: {},
    stale: { version: 5, changes: [change] },
  });
  expect(stale).toContain('name="version" value="5"');
  expect(stale).toContain('Take saved');
  const began = { version: 2, base: { email: 'at first' } };
  const refused = page({ ...twoErrors, began });
  expect(refused, 'what is stored meanwhile was never shown').toContain('name="version" value="2"');
  expect(refused).toContain('&quot;email&quot;:&quot;at first&quot;');
  const staleAgain = page({ errors: {}, values: {}, began, stale: { version: 5, changes: [change] } });
  expect(staleAgain).toContain('name="version" value="5"');
  expect(staleAgain).toContain('&quot;email&quot;:&quot;before&quot;');
});
