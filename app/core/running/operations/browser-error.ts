/** An error of a page in a browser, as the browser reports it: anyone can send one, so nothing in it is trusted. */
import { z } from 'zod';
import { sliceSafe, withoutControls } from '#kernel/text.ts';
import { withoutPeople } from '#platform/error-for-log.ts';
import { plainPath } from '#platform/plain-path.ts';

/** Bytes of a report. */
export const REPORT_LIMIT = 4096;

const LONGEST_MESSAGE = 200;

const FAMILIES = ['Chrome', 'Edge', 'Firefox', 'Safari', 'Other'] as const;

export const browserErrorSchema = z.object({
  /** The page's path; only its plain words are used. */
  path: z.string().max(300).startsWith('/'),
  message: z.string().min(1).max(1000),
  /** Of the build, as React Router names it. */
  version: z.string().regex(/^[\w.-]{1,20}$/),
  browser: z.enum(FAMILIES),
});

export type BrowserError = z.infer<typeof browserErrorSchema>;

/** The line of the log and of Operations. */
export function browserErrorWords({ path, message, version, browser }: BrowserError): {
  place: string;
  message: string;
} {
  return {
    place: `Page ${plainPath(path)}`,
    message: `${withoutValues(message)} (${browser}, build ${version})`,
  };
}

/** Quoted text, long numbers and queries of addresses may be about a person; names of properties are ours. */
function withoutValues(message: string): string {
  const oneLine = withoutControls(message.replaceAll(/\s+/g, ' ')).trim();
  const masked = withoutPeople(oneLine)
    .replaceAll(/\?[^\s)]*/g, '?…')
    .replaceAll(
      /(reading |setting )?(["'`“‘])([^"'`”’]*)["'`”’]/g,
      (found, of: string | undefined, _, text: string) =>
        of && /^[\w$]+$/.test(text) ? found : `${of ?? ''}'…'`,
    )
    .replaceAll(/\d{4,}/g, '…');
  return sliceSafe(masked, LONGEST_MESSAGE);
}
