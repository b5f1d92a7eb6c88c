/** Renders bans, sessions, second factor, loyalty points and notes on a customer's page. */
import { useNavigation } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Button } from '#ui/button.tsx';
import { Confirm, useRefused } from '#ui/confirm.tsx';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { ConfirmFirst, type MayDo } from './customer-profile.tsx';
import type { CustomerView } from './customer-queries.server.ts';
import { LONGEST_NOTE } from './note.ts';
import { Reason } from './verification.tsx';

export function Bans({ of, may, open }: { of: CustomerView; may: MayDo; open: readonly string[] }) {
  return (
    <>
      {of.bans.length === 0 && !of.isBanned ? <p className="text-ink-soft">Never banned.</p> : null}
      {of.isBanned && of.bans.length === 0 ? (
        <p>Banned{of.banReason ? <span className="italic">: “{of.banReason}”</span> : null}</p>
      ) : null}
      <ol className="space-y-3">
        {of.bans.map((ban) => (
          <li key={ban.id} className="border-l-2 border-line pl-4">
            <p>
              <span className="font-medium">{ban.what}</span>{' '}
              <span className="figures text-ink-soft">
                by {ban.who ?? 'the shop'} · {ban.at}
              </span>
            </p>
            {ban.reason ? <p className="break-words italic">“{ban.reason}”</p> : null}
          </li>
        ))}
      </ol>
      {may.manage && !may.isFresh ? (
        <p className="mt-2">
          <ConfirmFirst may={may}>{of.isBanned ? 'End ban' : 'Ban'}</ConfirmFirst>
        </p>
      ) : null}
      {may.manage && may.isFresh ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {of.isBanned ? (
            <Confirm
              rank="secondary"
              label="End ban"
              of={of.name}
              question={`End the ban of ${of.name}?`}
              consequence="They can sign in and reserve again. Canceled orders stay canceled."
              fields={{ intent: 'unban' }}
            >
              <Reason />
            </Confirm>
          ) : (
            <Confirm
              rank="secondary"
              label="Ban"
              of={of.name}
              question={`Ban ${of.name}?`}
              consequence={
                <>
                  We sign them out on every device, and they can no longer reserve.{' '}
                  {open.length > 0
                    ? `Open orders and reservations: ${open.join(', ')}.`
                    : 'No open orders or reservations.'}
                </>
              }
              fields={{ intent: 'ban' }}
            >
              <SelectField
                label="Open orders and reservations"
                name="openOrders"
                defaultValue="cancel"
                className="w-full"
              >
                <option value="cancel">Cancel all and notify the customer</option>
                <option value="keep">Leave open for staff to decide</option>
              </SelectField>
              <Reason />
            </Confirm>
          )}
        </div>
      ) : null}
    </>
  );
}

/** For admins, on pages of others: one's own devices are signed out under Security. */
export function Sessions({ of, may }: { of: CustomerView; may: MayDo }) {
  if (!may.isFresh) return <ConfirmFirst may={may}>Sign out everywhere</ConfirmFirst>;
  return (
    <Confirm
      rank="secondary"
      label="Sign out everywhere"
      of={of.name}
      question={`Sign ${of.name} out everywhere?`}
      consequence="Ends every session of this person, also at the counter. They sign in again with their password. We notify them by email."
      fields={{ intent: 'sign-out' }}
    />
  );
}

export function SecondFactor({ of, may }: { of: CustomerView; may: MayDo }) {
  if (of.secondFactor === null) return <p className="text-ink-soft">Off: password only, or a passkey.</p>;
  return (
    <>
      <p>{of.secondFactor === 'app' ? 'Codes of an authenticator app.' : 'Codes by text message.'}</p>
      {may.manage && !may.isFresh ? <ConfirmFirst may={may}>Turn off two-factor sign-in</ConfirmFirst> : null}
      {may.manage && may.isFresh ? (
        <div className="mt-2">
          <Confirm
            rank="secondary"
            label="Turn off two-factor sign-in"
            of={of.name}
            question="Turn off two-factor sign-in?"
            consequence="Only if you know who is asking. We sign them out on every device and notify them by email."
            fields={{ intent: 'reset-factor' }}
          >
            <Reason />
          </Confirm>
        </div>
      ) : null}
    </>
  );
}

export function Points({ of, may }: { of: CustomerView; may: MayDo }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="figures text-xl">{formatNumber(of.points)}</p>
      {may.manage ? (
        <Confirm
          label="Change points"
          of={of.name}
          question="Change the loyalty points?"
          consequence="The previous number stays in the history."
          fields={{ intent: 'points', from: String(of.points) }}
        >
          <NewPoints now={of.points} />
          <Reason />
        </Confirm>
      ) : null}
    </div>
  );
}

function NewPoints({ now }: { now: number }) {
  const { defaultValue = String(now), errors } = useRefused('points');
  return (
    <Field
      label="Points"
      name="points"
      inputMode="numeric"
      required
      maxLength={7}
      defaultValue={defaultValue}
      errors={errors}
      autoComplete="off"
      className="w-full"
    />
  );
}

export function Notes({
  of,
  may,
  refusal,
}: {
  of: CustomerView;
  may: MayDo;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'note';
  return (
    <>
      {may.note ? (
        <CheckedForm
          // Remounts for each new note, so that the form is empty again after it is saved.
          key={of.notes[0]?.id ?? 'first'}
          refusal={refusal}
          preventScrollReset
          className="mb-5 flex flex-col items-start gap-3"
        >
          <input type="hidden" name="intent" value="note" />
          <TextAreaField
            label="New note"
            name="note"
            required
            rows={3}
            maxLength={LONGEST_NOTE}
            hint="Only staff see it."
            defaultValue={refusal?.values.note}
            errors={refusal?.errors.note}
            className="w-full"
          />
          <Button type="submit" rank="secondary" busy={isBusy} busyText="Adding…">
            Add note
          </Button>
        </CheckedForm>
      ) : null}
      {of.notes.length === 0 ? <p className="text-ink-soft">No notes yet.</p> : null}
      <ol className="space-y-4">
        {of.notes.map((note) => (
          <li key={note.id} className="border-l-2 border-line pl-4">
            <p className="break-words whitespace-pre-line">{note.note}</p>
            <p className="figures text-ink-soft">
              {note.author} · {note.at}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
