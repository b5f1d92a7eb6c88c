/** Lists the links of the header and the footer, once each, for every place that shows them. */
import { accountGroupOf, accountGroups } from './account-screens.ts';

export type NavigationLink = {
  to: string;
  label: string;
  /** Opens in a new tab: a document, not a page. */
  external?: true;
};

/** The header's links (specification section 2, 'Main layout'). */
export const shopLinks: readonly NavigationLink[] = [
  { to: '/products', label: 'Products' },
  { to: '/orders', label: 'Orders' },
  { to: '/about', label: 'About Us' },
  { to: '/education', label: 'Education' },
  { to: '/pricing.pdf', label: 'Pricing', external: true },
];

/** The groups of the signed-in person's own pages, beside every account page. */
export const accountLinks: readonly NavigationLink[] = accountGroups.map(({ label, screens: [first] }) => ({
  to: `/${first.path}`,
  label,
}));

/** The same in the header's menus, which have a link to Activity too (specification section 2, 'Main layout'). */
export const accountMenuLinks: readonly NavigationLink[] = [
  ...accountLinks,
  { to: '/activity', label: 'Activity History' },
];

export const footerLinks: readonly NavigationLink[] = [
  { to: '/terms', label: 'Terms & Conditions' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/faq', label: 'FAQ' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/developers', label: 'Developers' },
];

/**
 * Whether a header link stands for the current page: '/' is the product list, so it counts as Products; a page of the
 * account without its own link counts as its group.
 */
export function isCurrent({ to }: NavigationLink, pathname: string): boolean {
  if (to === '/products' && pathname === '/') return true;
  if (accountMenuLinks.some((link) => link.to === pathname)) return to === pathname;
  return (
    pathname === to || pathname.startsWith(`${to}/`) || to === `/${accountGroupOf(pathname)?.screens[0].path}`
  );
}
