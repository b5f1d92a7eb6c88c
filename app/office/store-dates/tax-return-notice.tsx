/** Renders an offer to add the next cannabis tax return to the dates that matter. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TAX_RETURN, type TaxReturnOffer } from './tax-return.ts';

export function TaxReturnNotice({ offer }: { offer: TaxReturnOffer }) {
  return (
    <Notice title={`Next cannabis tax return: ${offer.due}`} className="mb-8">
      <p className="mt-1">
        For the quarter that ends on {offer.quarterEnd}, due on the 20th of the month after (Tax Law §495).
      </p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="title" value={TAX_RETURN} />
        <input type="hidden" name="dueOn" value={offer.dueOn} />
        <input type="hidden" name="repeat" value="quarterly" />
        <input type="hidden" name="reminderDays" value="14, 3, 0" />
        <input type="hidden" name="note" value="Due on the 20th after the quarter’s end, Tax Law §495." />
        <Button type="submit" rank="secondary" size="small" className="min-h-11">
          Add every quarter
        </Button>
      </Form>
    </Notice>
  );
}
