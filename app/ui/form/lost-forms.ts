/**
 * Counts the forms whose request was lost in this browser. A page that no longer sends its form and shows no refusal would take
 * it for done.
 */
let lost = 0;

export function noteLostForm(): void {
  lost += 1;
}

export const lostForms = (): number => lost;
