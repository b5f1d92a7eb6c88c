/** Renders who saw it, and what they confirm it with; or what is missing where no one can. */
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { ColleagueFields } from './colleague-fields.tsx';

export function WitnessFields({
  witnesses: { way, people },
  refusal,
  label,
  className = '',
}: {
  witnesses: { way: 'pin' | 'password'; people: readonly { userId: string; name: string }[] };
  refusal: FormRefusal | undefined;
  label: string;
  className?: string;
}) {
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
