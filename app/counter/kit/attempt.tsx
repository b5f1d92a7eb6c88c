/** Gives a form one key from its first press to its last: a reload of the data brings another key, and must not change it. */
import { type ReactNode, useState } from 'react';

/** @param newKey of the loaded data; only the first counts. Another React `key` starts another attempt. */
export function Attempt({ newKey, render }: { newKey: string; render: (key: string) => ReactNode }) {
  const [key] = useState(newKey);
  return render(key);
}
