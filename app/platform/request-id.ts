/** The id of a request, which its log lines, its response and its error page share. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from '#kernel/ids.ts';

/** Stricter than any header needs: nothing that could end a line, open a tag, or be a person's name or address. */
const FORM = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9-]{15,63}$/;

const current = new AsyncLocalStorage<string>();

/**
 * The id that a proxy gave the request; a new one if it gave none, or one of another form.
 * @param isFromProxy whether the socket belongs to a configured proxy: anyone else could choose what our log says.
 */
export function requestIdOf(header: string | string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof header === 'string' && FORM.test(header) ? header : newId();
}

/** Runs `work`; log lines written by it, and by what it starts, have this id. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work);

/** The id of the request that this code runs for; null outside any. */
export const currentRequestId = (): string | null => current.getStore() ?? null;
