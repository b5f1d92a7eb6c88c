/** Types Chromium's data saver flag, which the platform types do not have yet. */
type SavingNavigator = Navigator & { connection?: { saveData?: boolean } };

/** Whether the visitor asks for reduced data, in the browser or in the system. Browser only. */
export function savesData(): boolean {
  const byBrowser = (navigator as SavingNavigator).connection?.saveData === true;
  return byBrowser || matchMedia('(prefers-reduced-data: reduce)').matches;
}
