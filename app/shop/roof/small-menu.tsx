/**
 * Renders the menu of small screens, which slides in from the right. A <dialog> that is also a popover: without
 * JavaScript the button opens it as a popover; with JavaScript it opens as a modal dialog, which traps the focus.
 */
import { type MouseEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { telephoneHref } from '#core/ground/settings/contact.ts';
import type { ShellStore, ShellVisitor } from '#shop/kit/shell-data.ts';
import { buttonClass } from '#ui/button.tsx';
import { CachedPart } from '#ui/cached-part.tsx';
import { Menu, X } from '#ui/icons.ts';
import { useNavigated } from '#ui/use-navigated.ts';
import { LinkList, ShellLink } from './nav-link.tsx';
import { accountMenuLinks, footerLinks, shopLinks } from './navigation.ts';
import { SignInLink } from './sign-in.tsx';
import { SignOut } from './sign-out.tsx';

const MENU_ID = 'small-menu';
/** The account pages that are not among the shop's links. */
const ownLinks = accountMenuLinks.filter(({ to }) => shopLinks.every((link) => link.to !== to));
const row =
  'flex min-h-12 w-full items-center rounded-control px-3 text-left text-lg hover:bg-spruce-100 aria-[current=page]:bg-spruce-100 aria-[current=page]:font-medium';

export function SmallMenu({ store, visitor }: { store: ShellStore; visitor: ShellVisitor | null }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  useNavigated(close);

  function close() {
    const element = dialog.current;
    if (!element) return;
    if (element.matches(':popover-open')) element.hidePopover();
    else if (element.open) element.close();
  }

  function open(event: MouseEvent) {
    if (!dialog.current?.showModal) return;
    event.preventDefault();
    if (!dialog.current.matches(':popover-open')) dialog.current.showModal();
  }

  function closeByBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) close();
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        onClick={open}
        aria-haspopup="dialog"
        className="grid size-11 place-items-center rounded-control text-ink hover:bg-spruce-100 lg:hidden"
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
        <span className="sr-only">Menu</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press outside is optional; Esc closes a dialog natively */}
      <dialog
        ref={dialog}
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        onClick={closeByBackdrop}
        className="small-menu"
      >
        <div className="flex min-h-full flex-col p-4">
          <div className="mb-2 flex items-center justify-between gap-4">
            <p className="px-3 font-display text-lg leading-tight font-medium wrap-anywhere">{store.name}</p>
            <button
              type="button"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              onClick={close}
              aria-label="Close menu"
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-spruce-100"
            >
              <X aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </button>
          </div>
          <nav aria-label="Menu">
            <LinkList links={shopLinks} pathname={pathname} linkClass={row} />
            {visitor ? (
              <div className="mt-3 border-t border-line pt-3">
                <p className="px-3 text-xs text-ink-soft">
                  Signed in as <span className="font-medium break-words text-ink">{visitor.name}</span>
                </p>
                <LinkList
                  links={ownLinks}
                  pathname={pathname}
                  className="mt-1"
                  linkClass={row}
                  last={
                    <li>
                      <SignOut className={row} />
                    </li>
                  }
                />
              </div>
            ) : (
              <SignInLink
                mode="signin"
                beforeOpening={close}
                className={`${buttonClass('primary', 'normal')} mt-5 w-full`}
              >
                Sign In
              </SignInLink>
            )}
          </nav>
          <CachedPart
            className="mt-auto px-3 pt-10 text-sm text-ink-soft"
            name="menu-contact"
            part={Contact}
            by={{ store }}
          />
        </div>
      </dialog>
    </>
  );
}

function Contact({ store }: { store: ShellStore }) {
  return (
    <>
      {store.phone ? (
        <p>
          <a href={telephoneHref(store.phone)} className="inline-flex min-h-9 items-center underline">
            {store.phone}
          </a>
        </p>
      ) : null}
      {store.email ? (
        <p>
          <a href={`mailto:${store.email}`} className="inline-flex min-h-9 items-center break-all underline">
            {store.email}
          </a>
        </p>
      ) : null}
      <p>{store.address}</p>
      <ul className="mt-3 flex flex-wrap gap-x-5">
        {footerLinks.map((link) => (
          <li key={link.to}>
            <ShellLink link={link} className="inline-flex min-h-9 items-center underline" />
          </li>
        ))}
      </ul>
    </>
  );
}
