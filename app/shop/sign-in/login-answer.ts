/** What /login answers to the dialog, and to the page when it refuses. */
import type { FormRefusal } from '#platform/requests/form.ts';

export type LoginAnswer =
  | {
      ok: true;
      message: string;
      tone: 'success' | 'info';
      /** Where to go; null to stay. */
      to: string | null;
    }
  /** The password was right; a separate page asks for a code, then continues to `to`. */
  | { ok: 'second-factor'; to: string | null }
  | ({ ok: false } & FormRefusal);
