/** Lists the links of the header and the footer, once each, for every place that shows them. */
import { accountScreens } from './account-screens.ts';

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

/** The signed-in person's own pages, in the account menu. */
export const accountLinks: readonly NavigationLink[] = accountScreens.map(({ path, label }) => ({
  to: `/${path}`,
  label,
}));

export const footerLinks: readonly NavigationLink[] = [
  { to: '/terms', label: 'Terms & Conditions' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/faq', label: 'FAQ' },
  { to: '/accessibility', label: 'Accessibility' },
];

/** Whether a header link stands for the current page: '/' is the product list, so it counts as Products. */
export function isCurrent(link: NavigationLink, pathname: string): boolean {
  if (link.to === '/products' && pathname === '/') return true;
  // A page below another's address has its own link.
  if (link.to !== pathname && accountLinks.some(({ to }) => to === pathname)) return false;
  return pathname === link.to || pathname.startsWith(`${link.to}/`);
}
