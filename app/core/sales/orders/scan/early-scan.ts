/**
 * Holds back what a scan would press on a page whose scripts do not run yet: its Enter presses a button, or sends a form.
 * What is scanned then is lost, and is scanned again.
 */

type EarlyScan = {
  /** Ends it. @returns when the last of several keys came, as `KeyboardEvent.timeStamp`; 0 for none */
  stop(): number;
};

declare global {
  interface Window {
    earlyScan?: EarlyScan;
  }
}

/**
 * The pages that people have beside a scanner: the counter, and the office on the same computer. Not the sign-in page:
 * password managers that type there as fast as a scanner must sign in, and a scan is one wrong password at most.
 */
export const mayBeScannedOn = (pathname: string): boolean => /^\/(?:counter|admin)(?:\/|$)/.test(pathname);

/**
 * Runs in <head>, in the words of the oldest browser. Where nothing takes characters, Enter, Tab and Space press nothing
 * within 400 ms of a character; in a field, of four that came as fast as a scanner's, or of the '@' that starts a license; a search is sent. The
 * numbers are those of `keystrokes`.
 */
export const earlyScanScript =
  "(function(w){var n=0,a=0,z=0,c='',d=0,f=function(e){var k=e.key,t=e.timeStamp,x=e.target,i=k==='Enter'||k==='Tab'||k===' ',y=x&&/^(?:text|search|password|email|tel|url|number|date|time|month|week|datetime-local|textarea|select-one)$/.test(x.type);if(e.isComposing||e.altKey||e.metaKey)return;if(t-z>400)n=0;if(n>0&&(i||e.ctrlKey)&&!(y&&x.form&&x.form.method==='get')&&(!y||c==='@'||(n>=4&&(z-a)/(n-1)<=100))){d=k;e.preventDefault();e.stopImmediatePropagation()}if(e.ctrlKey||e.repeat||!(i?n>0:k.length===1))return;if(n===0){a=t;c=k}n++;z=t},g=function(e){if(d===e.key){d=0;e.preventDefault();e.stopImmediatePropagation()}};w.addEventListener('keydown',f,true);w.addEventListener('keyup',g,true);w.earlyScan={stop:function(){w.removeEventListener('keydown',f,true);w.removeEventListener('keyup',g,true);return n>1?z:0}}})(window)";

/** Ends it: a listener of the page takes over. @returns until when the last keys of a scan may arrive */
export function takeOverFromEarlyScan(aftermath: number): number {
  const last = window.earlyScan?.stop() ?? 0;
  delete window.earlyScan;
  return last > 0 ? last + aftermath : 0;
}
