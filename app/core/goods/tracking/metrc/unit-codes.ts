/** Codes of units (Retail Item IDs), as the shop stores them and as Metrc writes them. Pure. */
import { readRetailItem } from '#kernel/retail-item.ts';

export type StateCode = {
  /** As the shop stores a scanned one: its bytes, or its text where they name no package. */
  stored: string;
  /** As Metrc takes it with a sale. */
  written: string;
};

/** 'id.1a4.com/GkEg…' and 'https://1a4.com/GkEg…' are the same code: what follows the last slash. */
const idOf = (code: string): string | null => /(?:^|\/)([A-Za-z0-9_-]{1,64})$/.exec(code.trim())?.[1] ?? null;

/** The codes of a package as Metrc lists them; one that is none is left out. */
export function stateCodesOf(eaches: readonly string[]): StateCode[] {
  return eaches.flatMap((each) => {
    const id = idOf(each);
    if (id === null) return [];
    return [{ stored: readRetailItem(id)?.unit ?? id, written: `https://1a4.com/${id}` }];
  });
}
