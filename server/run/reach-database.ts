/** Says in one sentence why the database cannot be reached at the start. */
import { parseUrl } from '#kernel/url.ts';
import { StartError } from '#platform/env.ts';

/**
 * Does `work`, the first that needs this URL.
 * @param setting the environment variable that has the URL.
 * @throws StartError when the database does not answer or refuses the connection.
 */
export async function reachDatabase(
  setting: string,
  url: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StartError) throw error;
    const host = parseUrl(url)?.host ?? 'the database';
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === '28P01' || code === '28000')
      throw new StartError(`The database at ${host} refuses this user or password; correct ${setting}.`);
    if (code === '3D000')
      throw new StartError(`The database that ${setting} names does not exist at ${host}; create it.`);
    const isSilent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'ENOENT'];
    if (isSilent.includes(code) || /timeout/i.test(error.message))
      throw new StartError(`The database at ${host} does not answer; start it or correct ${setting}.`);
    throw error;
  }
}
