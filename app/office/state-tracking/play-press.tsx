/** Renders a form of one press, which works without scripts. */
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';

export function PlayPress({
  press,
  label,
  fields = {},
  children,
  className = '',
}: {
  press: string;
  label: string;
  /** Sent with it. */
  fields?: Readonly<Record<string, string>>;
  children?: ReactNode;
  className?: string;
}) {
  const sent = useNavigation().formData;
  const isSent = sent?.get('press') === press;
  const isOwn = isSent && Object.entries(fields).every(([name, value]) => sent.get(name) === value);
  return (
    <Form method="post" preventScrollReset className={className}>
      <input type="hidden" name="press" value={press} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" rank="secondary" busy={isOwn} className="w-full sm:w-auto">
        {label}
      </Button>
    </Form>
  );
}
