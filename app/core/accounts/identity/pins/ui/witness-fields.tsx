/** Renders who saw it, and what they confirm it with; or what is missing where no one can. */
import { Link } from 'react-router';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { ColleagueFields } from './colleague-fields.tsx';

export function WitnessFields({
  witnesses: { way, people, isAlone, mayInvite },
  refusal,
  label,
  className = '',
}: {
  witnesses: {
    way: 'pin' | 'password';
    people: readonly { userId: string; name: string }[];
    isAlone: boolean;
    mayInvite: boolean;
  };
  refusal: FormRefusal | undefined;
  label: string;
  className?: string;
}) {
  if (isAlone)
    return (
      <Notice tone="caution" className={className} title="No one else works here">
        Someone else who works here confirms this, so that no one records it alone.{' '}
        {mayInvite ? (
          <Link
            to="/admin/users/invite"
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            Invite a second person
          </Link>
        ) : (
          'Ask an admin to invite a second person.'
        )}
      </Notice>
    );
  if (people.length === 0)
    return (
      <Notice
        tone="caution"
        className={className}
        title={way === 'pin' ? 'No colleague has a PIN' : 'No colleague can confirm here'}
      >
        {way === 'pin'
          ? 'Someone else who works here confirms this. They set a PIN when they start on this tablet.'
          : 'Someone else who works here confirms this with their password, or with their PIN on a shared tablet.'}
      </Notice>
    );
  return (
    <ColleagueFields {...{ people, way, refusal, label, className }} legend={label}>
      Someone else who works here confirms it with their {way === 'pin' ? 'PIN' : 'password'}. It is recorded
      under their name.
    </ColleagueFields>
  );
}
