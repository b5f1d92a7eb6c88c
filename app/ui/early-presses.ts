/**
 * Presses that come before the page's scripts. Links and forms work without scripts; buttons that only scripts give a
 * meaning do not, so a script in <head> records them and the hydrated page presses them again, each once. While it
 * records, nothing else hears of a press: React listens before the page is hydrated, and would perform it, too.
 */

type Early = { pressed: Set<HTMLElement>; changed: Set<Element>; stop(): void };

declare global {
  interface Window {
    earlyPresses?: Early;
  }
}

/** Runs in <head>. A popover's button works by itself, so pressing it again would close what it opened. */
export const earlyPressScript =
  "(function(d,w){var p=new Set,c=new Set,f=function(e){var b=e.target.closest('button[type=button]');if(b&&!b.popoverTargetElement){p.add(b);e.stopImmediatePropagation()}},g=function(e){c.add(e.target);if(e.type==='change'&&e.target.localName==='select')e.stopImmediatePropagation()};d.addEventListener('click',f,true);d.addEventListener('input',g,true);d.addEventListener('change',g,true);w.earlyPresses={pressed:p,changed:c,stop:function(){d.removeEventListener('click',f,true);d.removeEventListener('input',g,true);d.removeEventListener('change',g,true)}}})(document,window)";

/** Presses what was pressed before the page was hydrated, and tells selects that listen what was chosen. */
export function replayEarlyPresses(): void {
  const early = window.earlyPresses;
  if (!early) return;
  early.stop();
  for (const select of early.changed) {
    if (select instanceof HTMLSelectElement && select.isConnected)
      select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (const button of early.pressed) if (button.isConnected) button.click();
  delete window.earlyPresses;
}

/** Whether somebody changed a field of this form before the page was hydrated. */
export function wasChangedEarly(form: HTMLFormElement): boolean {
  const changed = window.earlyPresses?.changed;
  return changed !== undefined && [...form.elements].some((field) => changed.has(field));
}
