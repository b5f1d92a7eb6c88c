/** Chromium tells of its data saver here; no type of the platform has it yet. */
type SavingNavigator = Navigator & { connection?: { saveData?: boolean } };

/** Whether the visitor has asked for less data, of the browser or of the system. For browsers only. */
export function savesData(): boolean {
  const byBrowser = (navigator as SavingNavigator).connection?.saveData === true;
  return byBrowser || matchMedia('(prefers-reduced-data: reduce)').matches;
}
