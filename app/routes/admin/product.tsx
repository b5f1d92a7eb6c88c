/** Edit Product: four tabs of one form, pictures, lots at a glance, and what was changed before. */
import { useEffect, useId } from 'react';
import { flushSync } from 'react-dom';
import { data, Form, isRouteErrorResponse, Link, useNavigation } from 'react-router';
import { readHistory } from '#features/audit/audit-queries.server.ts';
import { History } from '#features/audit/ui/history.tsx';
import { arrangePictures, readPictures } from '#features/catalogue/arrange-pictures.server.ts';
import { readEditedProduct } from '#features/catalogue/edited-products-queries.server.ts';
import { readInventoryOptions } from '#features/catalogue/inventory-queries.server.ts';
import { allProductFields, productTexts, readProductFields } from '#features/catalogue/product-fields.ts';
import { movePicture } from '#features/catalogue/product-picture.ts';
import { productMessage } from '#features/catalogue/product-rules.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { restoreProduct, saveProduct } from '#features/catalogue/save-product.server.ts';
import { readOtherSizes } from '#features/catalogue/sizes-queries.server.ts';
import { OtherSizes } from '#features/catalogue/ui/other-sizes.tsx';
import { PictureList } from '#features/catalogue/ui/picture-list.tsx';
import { FileUpload } from '#features/catalogue/ui/picture-upload.tsx';
import {
  ComplianceFields,
  DescriptionFields,
  InfoFields,
  TabList,
  TabPanel,
  tabOfField,
  useTabs,
} from '#features/catalogue/ui/product-form.tsx';
import { Warnings } from '#features/catalogue/ui/warnings.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readProductLots } from '#features/inventory/product-lots-queries.server.ts';
import { LotSummary } from '#features/inventory/ui/lot-summary.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isContended } from '#platform/database-error.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '#platform/unavailable.ts';
import { auditLabels } from '#shell/audit-labels.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/product';

const PATH = '/admin/inventory';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  const { store, discounts } = await readSettings();
  const { zone } = store;
  const [product, options, pictures, lots, sizes, history] = await Promise.all([
    readEditedProduct(actor, id),
    readInventoryOptions(),
    readPictures(actor, id),
    readProductLots(actor, id),
    readOtherSizes(actor, id),
    readHistory(actor, 'product', String(id), zone),
  ]);
  if (!product) throw new Response(null, { status: 404 });
  const { values, ...rest } = product;
  return {
    product: { ...rest, name: values.name, forSale: values.forSale, base: productTexts(values) },
    options,
    // One that is stored is judged with every price, so it can be ended while discounts are switched off, too.
    discounts: discounts.enabled || values.discount !== null,
    pictures,
    lots,
    sizes,
    history,
  };
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

type Refusal = FormRefusal & { warnings?: string[] };

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  const back = `/admin/products/${id}`;
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'pictures') return arrange(actor, id, form);
  if (intent === 'restore') {
    const outcome = await restoreProduct(actor, id);
    if (outcome.ok) return redirectWithFlash(back, 'Product saved', 'success');
    throw new Response(null, { status: 404 });
  }
  const values = Object.fromEntries(
    allProductFields.flatMap((field) => {
      const given = form.get(field);
      // Longer than any field may be, and still sent back: nothing that was typed is lost.
      return typeof given === 'string' ? [[field, given.slice(0, 8000)] as const] : [];
    }),
  );
  const refused = (refusal: Partial<Refusal>, status = 400) =>
    data<Refusal>(
      { errors: {}, ...readBegan(form), ...refusal, values },
      { status, headers: status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {} },
    );
  const read = readProductFields(values);
  if (!read.ok) return refused({ errors: read.errors });
  try {
    const outcome = await saveProduct(
      actor,
      id,
      { version: Number(form.get('version')), values: read.values, accepted: acceptedOf(form) },
      { base: readBase(form), mine: values },
    );
    if (outcome.ok)
      return outcome.value.changed
        ? redirectWithFlash(back, 'Product saved', 'success')
        : redirectWithFlash(back, 'Nothing was changed.', 'info');
    const { problem } = outcome;
    const message = productMessage(problem);
    if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
    if (problem.kind === 'invalid') return refused({ errors: problem.errors });
    if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, 409);
    if (problem.kind === 'stale') return refused({ stale: problem.stale }, 409);
    return refused({ message }, 409);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isContended(error)) return refused({ message: BUSY }, 503);
    log.error({ err: error, product: id }, 'a product could not be saved');
    return refused({ message: 'Failed to save changes' }, 500);
  }
}

/** A browser writes line breaks of a value as CRLF. */
const acceptedOf = (form: FormData) => String(form.get('accept') ?? '').replaceAll('\r\n', '\n');

async function arrange(actor: Parameters<typeof arrangePictures>[0], id: number, form: FormData) {
  const back = `/admin/products/${id}`;
  const wanted = form.getAll('picture').flatMap((picture) => {
    const pictureId = readProductId(String(picture));
    return pictureId === null ? [] : [{ id: pictureId, alt: String(form.get(`alt-${pictureId}`) ?? '') }];
  });
  const outcome = await arrangePictures(actor, id, movePicture(wanted, String(form.get('move') ?? '')));
  if (outcome.ok) return redirectWithFlash(back, 'Image updated', 'success');
  if (outcome.problem.kind === 'not-found') throw new Response(null, { status: 404 });
  return redirectWithFlash(back, 'Somebody else has changed these pictures. Look at them again.', 'error');
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product.name ?? 'Product'} · Edit Product · Admin` },
];

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, options, discounts, pictures, lots, sizes, history } = loaderData;
  const refusal = useAnswer(actionData as Refusal | undefined);
  const navigation = useNavigation();
  const hydrated = useHydrated();
  const id = useId();
  const tabs = useTabs(refusal?.errors);
  const fields = { values: refusal?.values ?? product.base, errors: refusal?.errors ?? {} };
  const { open, choose } = tabs;
  const path = `/admin/products/${product.id}`;
  // A link of the summary may lead to a field on another tab.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('[data-summary] a') : null;
      const field = link?.getAttribute('href')?.slice(1);
      if (field) flushSync(() => choose(tabOfField(field)));
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, [choose]);
  return (
    <div className="max-w-4xl">
      <p className="mb-1">
        <Link
          to={PATH}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Inventory
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl">Edit Product</h1>
          <p className="mt-1 text-ink-soft">{product.name}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`${path}/preview`} rank="secondary" size="small" className="min-h-11">
            Preview
          </ButtonLink>
          <ButtonLink to={`${path}/lots`} rank="secondary" size="small" className="min-h-11">
            Lots and stock
          </ButtonLink>
        </div>
      </div>
      {product.isArchived ? (
        <Notice tone="caution" title="This product is archived: nobody sees it in the shop." className="mb-6">
          <Form method="post" className="mt-2">
            <input type="hidden" name="intent" value="restore" />
            <Button type="submit" rank="secondary" size="small" className="min-h-11">
              Bring it back
            </Button>
          </Form>
        </Notice>
      ) : null}
      <TabList id={id} {...tabs} />
      <SaveForm
        key={product.version}
        refusal={refusal}
        version={product.version}
        base={product.base}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="intent" value="save" />
        <Warnings warnings={refusal?.warnings} />
        <TabPanel id={id} name="info" open={open}>
          <InfoFields {...fields} shelves={options.shelves} types={options.types} discounts={discounts} />
        </TabPanel>
        <TabPanel id={id} name="compliance" open={open}>
          <ComplianceFields {...fields} />
          <LotSummary lots={lots} path={`${path}/lots`} />
        </TabPanel>
        <TabPanel id={id} name="description" open={open}>
          <DescriptionFields {...fields} />
        </TabPanel>
        {hydrated && open === 'media' ? null : (
          <div className="mt-2">
            <Button type="submit" busy={navigation.formData?.get('intent') === 'save'} busyText="Saving…">
              Save Changes
            </Button>
          </div>
        )}
      </SaveForm>
      <TabPanel id={id} name="media" open={open}>
        <div className="flex flex-col gap-8">
          <PictureList pictures={pictures} name={product.name} />
          <FileUpload
            action={`/admin/product-pictures?product=${product.id}`}
            field="picture"
            label="Add a picture"
            hint="JPEG, PNG or WebP, 10 MB at most. It is made smaller and never cropped."
            accept="image/jpeg,image/png,image/webp"
            submit="Upload"
          >
            <label className="text-sm">
              <span className="mb-1 block font-medium">
                Alternative text <span className="font-normal text-ink-soft">(optional)</span>
              </span>
              <input
                name="alt"
                maxLength={200}
                className="block min-h-11 w-full rounded-control bg-surface px-3.5 py-2 inset-ring inset-ring-ink/35"
              />
            </label>
          </FileUpload>
        </div>
      </TabPanel>
      <OtherSizes sizes={sizes} />
      <section aria-labelledby={`${id}-history`} className="mt-12">
        <h2 id={`${id}-history`} className="mb-3 text-lg">
          History
        </h2>
        <History lines={history} labels={auditLabels} />
      </section>
    </div>
  );
}

/** A product that does not exist, and one that could not be read. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="max-w-4xl">
      <h1 className="mb-2 text-2xl">{isMissing ? 'Product not found' : 'Failed to load product'}</h1>
      <p className="mb-4 text-ink-soft">
        {isMissing
          ? 'There is no product with this number. It may have been deleted.'
          : 'Nothing was changed. Reload the page to try again.'}
      </p>
      <ButtonLink to={PATH} rank="secondary">
        Back to the inventory
      </ButtonLink>
    </div>
  );
}
