/** What /login answers to the dialog, and to the page when it refuses. */
import type { FormRefusal } from '#platform/form.ts';

export type LoginAnswer =
  | {
      ok: true;
      message: string;
      /** Where to go; null to stay. */
      to: string | null;
    }
  | ({ ok: false } & FormRefusal);
