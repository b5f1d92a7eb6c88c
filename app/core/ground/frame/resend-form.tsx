/** Renders a form whose submission failed, ready to submit again: plain, the same with and without scripts. */
import type { ReactNode, Ref } from 'react';
import type { SentForm } from '#platform/pages/unavailable.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';

/** Labels for a form that asks for more than one secret. */
const secretLabels: Readonly<Record<string, string>> = {
  currentPassword: 'Current password',
  again: 'Enter it again',
};

export function ResendForm({
  sent,
  ref,
  children,
}: {
  sent: SentForm;
  ref?: Ref<HTMLFormElement>;
  /** Above the button. */
  children?: ReactNode;
}) {
  return (
    <form ref={ref} method="post" action={sent.action} className="mt-2 grid w-full max-w-xs gap-4 text-left">
      {sent.fields.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a form may hold a name twice, and the list never changes
        <input key={place} type="hidden" name={name} value={value} />
      ))}
      {sent.secrets.map((name) => (
        <PasswordField
          key={name}
          id={name}
          name={name}
          label={secretLabels[name] ?? 'Password'}
          shows={name === 'again' ? 'password entered again' : undefined}
          autoComplete="current-password"
          required
        />
      ))}
      {children}
      <Button type="submit">Send again</Button>
    </form>
  );
}
