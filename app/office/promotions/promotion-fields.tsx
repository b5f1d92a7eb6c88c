/**
 * Renders the fields of a promotion. An offer's fields open when it is selected; without scripts they are always open.
 */
import { useState } from 'react';
import { LONGEST_TERMS, LONGEST_TITLE, LONGEST_WORDS } from '#core/sales/promotions/promotion.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';

export function PromotionFields({
  values,
  errors,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
}) {
  const [kind, setKind] = useState(values.kind ?? 'news');
  return (
    <>
      <Field
        label="Title"
        name="title"
        required
        maxLength={LONGEST_TITLE}
        defaultValue={values.title}
        errors={errors.title}
        hint="The email subject and the notification title."
      />
      <TextAreaField
        label="Text"
        name="words"
        required
        rows={10}
        maxLength={LONGEST_WORDS}
        defaultValue={values.words}
        errors={errors.words}
        hint="Plain text. An empty line starts a new paragraph."
      />
      <Field
        label="Link to a page of the shop"
        name="path"
        maxLength={300}
        defaultValue={values.path}
        errors={errors.path}
        placeholder="/products/12"
        hint="Such as /products, or a product’s own page."
      />
      <SelectField
        label="Kind"
        name="kind"
        defaultValue={kind}
        errors={errors.kind}
        onChange={(event) => setKind(event.currentTarget.value)}
        hint="Choose Offer if it mentions a discount: New York requires terms and dates."
      >
        <option value="news">News</option>
        <option value="offer">Offer, with terms and dates</option>
      </SelectField>
      <div className={kind === 'offer' ? 'contents' : 'hidden noscript:contents'}>
        <TextAreaField
          label="Terms of the offer"
          name="terms"
          rows={3}
          maxLength={LONGEST_TERMS}
          defaultValue={values.terms}
          errors={errors.terms}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First day" name="from" type="date" defaultValue={values.from} errors={errors.from} />
          <Field
            label="Last day"
            name="until"
            type="date"
            defaultValue={values.until}
            errors={errors.until}
          />
        </div>
      </div>
    </>
  );
}
