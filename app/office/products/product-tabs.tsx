/** Renders the tabs of Edit Product: one form for all fields, and the pictures. */
import { useId, useState } from 'react';
import { useNavigation } from 'react-router';
import { LotSummary } from '#office/lots/lot-summary.tsx';
import { Button } from '#ui/button.tsx';
import { lostForms } from '#ui/form/lost-forms.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Notice } from '#ui/notice.tsx';
import type { ProductRefusal } from './answer-product.server.ts';
import { Checklist } from './checklist.tsx';
import { PictureList } from './picture-list.tsx';
import { PictureUpload } from './picture-upload-form.tsx';
import {
  ComplianceFields,
  DescriptionFields,
  InfoFields,
  TabList,
  TabPanel,
  useTabs,
} from './product-form.tsx';
import type { readProductPage } from './product-page-queries.server.ts';
import { TaxClassFollowsType } from './tax-class-follows-type.tsx';
import { useFollowFieldLinks } from './use-field-links.ts';
import { Warnings } from './warnings.tsx';

type Props = { page: Awaited<ReturnType<typeof readProductPage>>; refusal: ProductRefusal | undefined };

export function ProductTabs({ page, refusal: answer }: Props) {
  // A refused order of pictures leaves the form of the fields as it is.
  const refusal = answer?.alts ? undefined : answer;
  const { product, checklist, proposal, options, lowStock, discounts, pictures, lots } = page;
  const navigation = useNavigation();
  const saves = useSaves(navigation.formData?.get('intent') === 'save', refusal !== undefined);
  const hydrated = useHydrated();
  const id = useId();
  const tabs = useTabs(refusal?.errors);
  const fields = { values: refusal?.values ?? product.base, errors: refusal?.errors ?? {} };
  const { open, choose } = tabs;
  const path = `/admin/products/${product.id}`;
  useFollowFieldLinks(choose);
  return (
    <>
      <TabList id={id} {...tabs} />
      <SaveForm
        key={`${product.version} ${saves}`}
        refusal={refusal}
        version={product.version}
        base={product.base}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="intent" value="save" />
        <Warnings warnings={refusal?.warnings} />
        <Checklist items={checklist} forSale={product.forSale} proposal={proposal} path={path} />
        <TaxClassFollowsType productType={fields.values.productType ?? ''}>
          <TabPanel id={id} name="info" open={open}>
            <InfoFields
              {...fields}
              shelves={options.shelves}
              types={options.types}
              lowStock={lowStock}
              discounts={discounts}
            />
          </TabPanel>
          <TabPanel id={id} name="compliance" open={open}>
            <ComplianceFields {...fields} lots={lots} />
            <LotSummary lots={lots} path={`${path}/lots`} />
          </TabPanel>
        </TaxClassFollowsType>
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
          {answer?.alts ? <Notice tone="error" title={answer.message} /> : null}
          <PictureList pictures={pictures} name={product.name} typed={answer?.alts} />
          <div id="picture" tabIndex={-1} className="outline-none">
            <PictureUpload productId={product.id} />
          </div>
        </div>
      </TabPanel>
    </>
  );
}

/**
 * The number of successful saves: after each, the form shows what is stored, which may differ from what staff chose.
 */
function useSaves(isSaving: boolean, isRefused: boolean): number {
  const [seen, setSeen] = useState({ isSaving, saves: 0, lost: 0 });
  if (seen.isSaving !== isSaving) {
    const lost = lostForms();
    const isSaved = !isSaving && !isRefused && lost === seen.lost;
    setSeen({ isSaving, saves: isSaved ? seen.saves + 1 : seen.saves, lost });
  }
  return seen.saves;
}
