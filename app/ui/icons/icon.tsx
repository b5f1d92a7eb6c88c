/** Renders the drawing of an icon. */
import type { JSX, SVGProps } from 'react';

export type Icon = (props: SVGProps<SVGSVGElement>) => JSX.Element;

/**
 * Returns a component that renders `drawing`, the markup inside an `<svg>` of 24 by 24 units. Screen readers skip it
 * unless the caller passes `aria-hidden={false}`.
 */
export function toIcon(drawing: string): Icon {
  return ({ className, ...props }) => (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className ? `lucide ${className}` : 'lucide'}
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of a package, not text of a person
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
