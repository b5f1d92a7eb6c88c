/** Renders the PIN section for people who work at the counter. */
import { ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { SecuritySection } from './security-section.tsx';

export function PinSection({ hasPin }: { hasPin: boolean }) {
  return (
    <SecuritySection
      id="pin"
      title="PIN for the counter"
      intro={
        hasPin
          ? 'You take over shared tablets with it, for the daily work. They ask for your password for everything else.'
          : 'With a PIN you take over shared tablets at the counter.'
      }
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/security/pin" rank="secondary">
          {hasPin ? 'Change PIN' : 'Set a PIN'}
        </ButtonLink>
        {hasPin ? (
          <Confirm
            label="Remove PIN"
            of="the counter"
            question="Remove your PIN?"
            consequence="Shared tablets no longer take it, and you are signed out on them."
            fields={{ intent: 'remove-pin' }}
          />
        ) : null}
      </div>
    </SecuritySection>
  );
}
