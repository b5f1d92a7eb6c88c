/** Renders the categories in order: buttons that move each, and what renames and archives it. Needs no script. */
import { Form, useNavigation } from 'react-router';
import { productCount } from '#core/goods/catalogue/categories/category.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm, useRefused } from '#ui/confirm.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ArrowDown, ArrowUp } from '#ui/icons.ts';
import type { CategoryRefusal } from './answer-categories.server.ts';
import type { EditedCategory } from './menu-categories-queries.server.ts';

type Props = {
  categories: readonly EditedCategory[];
  /** The saved version that the page shows; a move of a newer one is refused. */
  version: number;
  refused: CategoryRefusal | undefined;
};

export function CategoryList({ categories, version, refused }: Props) {
  return (
    <>
      <Form method="post" id="order" preventScrollReset>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={version} />
      </Form>
      <ol className="max-w-xl divide-y divide-line border-y border-line">
        {categories.map((category, at) => (
          <li
            key={category.id}
            className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-x-2 max-[16em]:grid-cols-[auto_minmax(0,1fr)]"
          >
            <span className="figures py-2.5 text-ink-soft">{at + 1}</span>
            <Edit
              category={category}
              others={categories.filter((each) => each !== category)}
              refused={refused}
            />
            <span className="flex max-[16em]:col-start-2">
              <Move to={`${category.id} up`} label={`Move ${category.name} up`} isPossible={at > 0}>
                <ArrowUp aria-hidden="true" className="size-4.5" />
              </Move>
              <Move
                to={`${category.id} down`}
                label={`Move ${category.name} down`}
                isPossible={at < categories.length - 1}
              >
                <ArrowDown aria-hidden="true" className="size-4.5" />
              </Move>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Move({
  to,
  label,
  isPossible,
  children,
}: {
  to: string;
  label: string;
  isPossible: boolean;
  children: React.ReactNode;
}) {
  return (
    <button
      type="submit"
      form="order"
      name="move"
      value={to}
      aria-label={label}
      disabled={!isPossible}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-100 disabled:opacity-40 disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}

function Edit({
  category: { id, name, products },
  others,
  refused,
}: {
  category: EditedCategory;
  others: readonly EditedCategory[];
  refused: CategoryRefusal | undefined;
}) {
  const navigation = useNavigation();
  const refusal = refused?.of === `rename ${id}` ? refused.refusal : undefined;
  const isMine = navigation.formData?.get('category') === String(id);
  const [target] = others;
  return (
    <details open={refusal !== undefined || refused?.of === `archive ${id}`} className="min-w-0">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3">
        <span className="min-w-0 break-words">{name}</span>
        <span className="figures text-sm text-ink-soft">{productCount(products)}</span>
        <span className="text-sm text-spruce-700 underline underline-offset-4">
          Edit<span className="sr-only"> {name}</span>
        </span>
      </summary>
      <div className="flex flex-col items-start gap-3 pb-4">
        <CheckedForm
          refusal={refusal}
          idPrefix={`rename-${id}-`}
          preventScrollReset
          className="flex w-full flex-col gap-2"
        >
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="category" value={id} />
          <Field
            required
            name="name"
            label="Name"
            autoComplete="off"
            hint="Links to the category still work. Existing orders keep the old name."
            defaultValue={refusal?.values.name ?? name}
            errors={refusal?.errors.name}
          />
          <div>
            <Button
              type="submit"
              rank="secondary"
              busy={isMine && navigation.formData?.get('intent') === 'rename'}
              busyText="Saving…"
            >
              Rename
            </Button>
          </div>
        </CheckedForm>
        {target ? (
          <ButtonLink to={`/admin/settings/menu-order/merge?from=${id}`} rank="secondary">
            Merge into another…<span className="sr-only"> {name}</span>
          </ButtonLink>
        ) : null}
        {products > 0 && !target ? (
          <p className="text-sm text-ink-soft">
            To archive it, add another category first: its {productCount(products)} would move there.
          </p>
        ) : (
          <Confirm
            label="Archive"
            of={name}
            question={`Archive ${name}?`}
            consequence={
              products > 0
                ? `It leaves the menu. Its ${productCount(products)} move to the category you choose, and do not come back if you restore it.`
                : 'It leaves the menu, and you can restore it at any time. It has no products.'
            }
            fields={{ intent: 'archive', category: String(id) }}
          >
            {products > 0 ? <Target others={others} /> : null}
          </Confirm>
        )}
      </div>
    </details>
  );
}

function Target({ others }: { others: readonly EditedCategory[] }) {
  return (
    <SelectField name="to" label="Move its products to" className="w-full" {...useRefused('to')}>
      <option value="">Choose</option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
