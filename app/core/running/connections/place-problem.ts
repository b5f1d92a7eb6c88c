/** Which folders and addresses the office must not name. */
import { resolve } from 'node:path';
import { readEnv } from '#platform/env.ts';
import { addressProblem } from '#platform/outgoing/outbound-request.ts';
import { endpointOf } from './backup-connection.ts';
import type { ConnectionValues } from './connection-form.ts';
import { isAllowed } from './office-address.ts';
import { endpointProblem, folderProblem } from './office-place.ts';

/** Why these values cannot be saved, in a sentence; null if they can. */
export async function placeProblem(values: ConnectionValues): Promise<string | null> {
  const env = readEnv();
  if (values.folder !== undefined) return folderProblem(resolve(values.folder), env.dataFolder);
  if (values.bucket !== undefined) return endpointProblem(endpointOf(values), env.BACKUP_S3_ENDPOINT);
  if (values.address !== undefined && !isAllowed(values.address, env.TRACKING_ADDRESS)) {
    if (addressProblem(values.address) === null) return null;
    return 'The address must begin with https:// and be on the internet. For one in your own network ask the person who runs the server.';
  }
  if (values.issuer !== undefined && addressProblem(values.issuer) !== null)
    return 'The provider’s address must begin with https:// and be on the internet. For one in your own network ask the person who runs the server.';
  return null;
}
