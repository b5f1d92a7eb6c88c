/** The number of a report in an address or a form; 0 for anything else. */
export const actIdOf = (text: unknown): number => (/^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : 0);
