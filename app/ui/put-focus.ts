/** Puts the focus on what cannot have it by itself, such as a heading, for as long as it stays there. Nothing scrolls. */
export function putFocus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}
