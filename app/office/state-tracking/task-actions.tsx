/** Renders what an admin can do about a report: send it again, mark it as entered by hand, leave it out. */
import { Form, useNavigation } from 'react-router';
import { MOST_REASON, MOST_RECEIPT } from '#core/goods/tracking/reports/resolve.ts';
import type { ActRow } from '#core/goods/tracking/reports/select-acts.server.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';

export function TaskActions({ act }: { act: Pick<ActRow, 'id' | 'title' | 'status' | 'isLater'> }) {
  const { id, title, status, isLater } = act;
  if (status !== 'refused' && !isLater) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Retry act={act} />
      {status === 'refused' ? (
        <>
          <Confirm
            rank="secondary"
            submitRank="primary"
            label="Entered by hand"
            of={title}
            question={`${title}: entered by hand?`}
            consequence="The shop does not report it. The record says that it was entered in Metrc by hand."
            fields={{ intent: 'entered', id: String(id) }}
          >
            <Field
              label="Receipt number in Metrc"
              name="receipt"
              maxLength={MOST_RECEIPT}
              autoComplete="off"
              className="w-full"
            />
            <TextAreaField label="Note" name="note" rows={2} maxLength={MOST_REASON} className="w-full" />
          </Confirm>
          <Confirm
            rank="secondary"
            label="Leave out"
            of={title}
            question={`Leave out ${title}?`}
            consequence="The shop never reports it. Do this only if Metrc needs no record of it."
            fields={{ intent: 'skip', id: String(id) }}
          >
            <TextAreaField
              label="Reason"
              name="reason"
              rows={2}
              maxLength={MOST_REASON}
              required
              className="w-full"
            />
          </Confirm>
        </>
      ) : null}
    </div>
  );
}

function Retry({ act: { id, title, isLater } }: { act: Pick<ActRow, 'id' | 'title' | 'isLater'> }) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('intent') === 'retry' && formData.get('id') === String(id);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="retry" rank="secondary" busy={isBusy} busyText="Sending…">
        {isLater ? 'Send now' : 'Retry'}
        <span className="sr-only"> {title}</span>
      </Button>
    </Form>
  );
}
