/** Renders the dropped pictures, each with the product that its name proposes or that staff choose. */
import { useNavigation } from 'react-router';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { productField } from './pictured-products.ts';

type Picture = { id: string; name: string; key: string; choice: string; why: string | null };

const CHOICES = 'picture-products';

export function PictureMatches({
  pictures,
  choices,
  refusal,
}: {
  pictures: readonly Picture[];
  choices: readonly string[];
  refusal: FormRefusal | undefined;
}) {
  const navigation = useNavigation();
  const matched = pictures.filter(({ choice }) => choice !== '').length;
  const add = (
    <Button
      type="submit"
      name="intent"
      value="place"
      busy={navigation.formData?.get('intent') === 'place'}
      busyText="Adding…"
    >
      Add to products
    </Button>
  );
  return (
    <CheckedForm refusal={refusal} preventScrollReset className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* First in the form, so that Enter in a field presses it. */}
        {add}
        <p className="figures text-sm text-ink-soft">
          {matched} of {pictures.length} matched. Those without a product stay here for 6 days.
        </p>
      </div>
      <ol aria-label="Pictures" className="flex flex-col gap-3">
        {pictures.map(({ id, name, key, choice, why }) => (
          <li
            key={id}
            className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-3 rounded-surface bg-surface p-3 inset-ring inset-ring-line sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1.4fr)_auto]"
          >
            <img
              src={pictureUrl(key, 320)}
              alt=""
              width={64}
              height={80}
              loading="lazy"
              className="h-20 w-16 rounded bg-cream object-contain"
            />
            <p className="min-w-0 self-center text-sm wrap-anywhere">{name}</p>
            <Field
              // A product that is matched later is shown, unless staff typed one.
              key={refusal?.values[productField(id)] ?? choice}
              required
              label={
                <>
                  Product<span className="sr-only"> for {name}</span>
                </>
              }
              name={productField(id)}
              list={CHOICES}
              autoComplete="off"
              placeholder="Type a name"
              defaultValue={refusal?.values[productField(id)] ?? choice}
              errors={refusal?.errors[productField(id)]}
              hint={why}
              className="max-sm:col-span-2"
            />
            <Button
              type="submit"
              name="remove"
              value={id}
              rank="quiet"
              size="small"
              className="min-h-11 max-sm:col-span-2 max-sm:justify-self-start sm:mt-6"
            >
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ol>
      <datalist id={CHOICES}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
      {pictures.length > 5 ? <div>{add}</div> : null}
    </CheckedForm>
  );
}
