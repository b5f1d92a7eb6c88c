/** Renders an order's notes for its customer, with a form: for the note until packing begins, for who picks it up until the hand-over. */
import { useState } from 'react';
import { useNavigation } from 'react-router';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import {
  isTyped,
  type OrderNotes,
  type OrderNotesTyped,
  typedNotes,
} from '#core/sales/orders/order-notes.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { OrderNotesFields } from './order-notes-fields.tsx';

export function Notes({ details, refusal }: { details: OrderDetails; refusal: FormRefusal | undefined }) {
  const { view } = details;
  const { notes } = view;
  return (
    <>
      <NotesText notes={view.isOpen ? notes : { ...notes, pickupName: null }} />
      {details.mayChangePickupName ? (
        <NotesForm notes={notes} mayChangeNote={details.mayChangeNote} refusal={refusal} />
      ) : null}
    </>
  );
}

function NotesForm({
  notes,
  mayChangeNote,
  refusal,
}: {
  notes: OrderNotes;
  mayChangeNote: boolean;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'notes';
  /** What was saved when the customer began to type: a live update of the page must not hide a conflict. */
  const [opened, setOpened] = useState<OrderNotes | null>(null);
  const seen = typedNotes(opened ?? notes);
  const saved = typedNotes(notes);
  const { customerNote = saved.customerNote, pickupName = saved.pickupName } = refusal?.values ?? {};
  return (
    <CheckedForm
      refusal={refusal}
      idPrefix="notes-"
      preventScrollReset
      onInput={() => setOpened((earlier) => earlier ?? notes)}
      onSubmit={() => setOpened(null)}
      className="mt-2 print:hidden"
    >
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="seenNote" value={seen.customerNote} />
      <input type="hidden" name="seenName" value={seen.pickupName} />
      <OrderNotesFields
        typed={{ customerNote, pickupName }}
        // Folded, because the pickup pass is below it.
        isOpen={refusal !== undefined}
        errors={refusal?.errors}
        summary={summaryOf(saved, mayChangeNote)}
        keepsNote={mayChangeNote ? null : saved.customerNote}
      >
        <Button
          type="submit"
          rank="secondary"
          busy={isBusy}
          busyText="Saving…"
          className="justify-self-start"
        >
          Save
        </Button>
      </OrderNotesFields>
    </CheckedForm>
  );
}

function summaryOf(saved: OrderNotesTyped, mayChangeNote: boolean): string {
  if (!mayChangeNote) return saved.pickupName === '' ? 'Someone else picks it up' : 'Change who picks it up';
  return isTyped(saved) ? 'Change the note or who picks it up' : 'Add a note, or someone else picks it up';
}

function NotesText({ notes: { customerNote, pickupName } }: { notes: OrderNotes }) {
  if (customerNote === null && pickupName === null) return null;
  return (
    <dl className="mt-4 grid gap-3">
      {pickupName ? (
        <div>
          <dt className="text-sm text-ink-soft">Someone else picks it up</dt>
          <dd className="wrap-anywhere">{pickupName}</dd>
        </div>
      ) : null}
      {customerNote ? (
        <div>
          <dt className="text-sm text-ink-soft">Note for the farm</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{customerNote}</dd>
        </div>
      ) : null}
    </dl>
  );
}
