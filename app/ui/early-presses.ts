/**
 * Replays presses that happen before the page's scripts run. Links and forms work without scripts, but script-only
 * buttons do not: a script in <head> records presses on them, and the hydrated page replays each one once. While it
 * records, the event is stopped: React listens before the page hydrates and would handle the press as well.
 */

type Early = { pressed: Set<HTMLElement>; changed: Set<Element>; stop(): void };

declare global {
  interface Window {
    earlyPresses?: Early;
  }
}

/** Runs in <head>. Skips popover buttons, which work natively: a replayed press would close the popover again. */
export const earlyPressScript =
  "(function(d,w){var p=new Set,c=new Set,f=function(e){var b=e.target.closest('button[type=button]');if(b&&!b.popoverTargetElement){p.add(b);e.stopImmediatePropagation()}},g=function(e){c.add(e.target);if(e.type==='change'&&e.target.localName==='select')e.stopImmediatePropagation()};d.addEventListener('click',f,true);d.addEventListener('input',g,true);d.addEventListener('change',g,true);w.earlyPresses={pressed:p,changed:c,stop:function(){d.removeEventListener('click',f,true);d.removeEventListener('input',g,true);d.removeEventListener('change',g,true)}}})(document,window)";

/** Whether this is a browser whose page has not hydrated yet. */
export const isBeforeHydration = (): boolean =>
  typeof window !== 'undefined' && window.earlyPresses !== undefined;

/** Replays presses from before hydration, and fires change events on selects that changed. */
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

/** Whether the visitor changed a field of this form before the page hydrated. */
export function wasChangedEarly(form: HTMLFormElement): boolean {
  const changed = window.earlyPresses?.changed;
  return changed !== undefined && [...form.elements].some((field) => changed.has(field));
}
