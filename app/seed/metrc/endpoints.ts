/** Every endpoint that the stand-in serves, and which one a path means. */
import { ANYONE, type Call, type Endpoint, found, list, read } from './endpoint.ts';
import { packageEndpoints } from './package-endpoints.ts';
import { facilityRow, itemRow, UNITS } from './rows.ts';
import { salesEndpoints } from './sales-endpoints.ts';
import { transferEndpoints } from './transfer-endpoints.ts';

/** The items of the license's packages, each once. */
function items({ state, license }: Call) {
  const byId = new Map(
    Object.values(state.packages)
      .filter((each) => each.license === license)
      .map((each) => [each.item.id, each]),
  );
  return [...byId.values()].map(({ item, unit, lastModified }) => ({
    at: lastModified,
    row: () => itemRow(item, unit),
  }));
}

const licenseEndpoints: Endpoint[] = [
  read('/facilities/v2', ANYONE, [], ({ state, signedIn }) =>
    found(
      state.facilities
        .filter(({ license }) => signedIn.licenses.includes(license))
        .map((facility) => facilityRow(facility, signedIn)),
    ),
  ),
  read(
    '/employees/v2/permissions',
    { needs: ['Manage Employees'] },
    ['licenseNumber', 'employeeLicenseNumber'],
    ({ signedIn }) => found(signedIn.permissions.map((name) => name.toLowerCase())),
  ),
  list('/items/v2/active', { needs: ['Manage Items'] }, { windowed: true }, items),
  list('/locations/v2/active', { needs: ['Manage Locations'] }, { windowed: true }, ({ state, now }) =>
    state.locations.map((name, index) => ({
      at: now.toISOString(),
      row: () => ({
        Id: index + 1,
        Name: name,
        LocationTypeId: 1,
        LocationTypeName: 'Default',
        ForPlantBatches: false,
        ForPlants: false,
        ForHarvests: false,
        ForPackages: true,
      }),
    })),
  ),
  read('/unitsofmeasure/v2/active', ANYONE, [], () =>
    found(
      Object.entries(UNITS).map(([name, { type, abbreviation }]) => ({
        QuantityType: type,
        Name: name,
        Abbreviation: abbreviation,
      })),
    ),
  ),
];

export const endpoints: readonly Endpoint[] = [
  ...licenseEndpoints,
  ...packageEndpoints,
  ...salesEndpoints,
  ...transferEndpoints,
];

/** Names before placeholders, because 'active' could be a label. */
const patterns = endpoints
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))
  .sort((one, other) => placeholders(one.endpoint.path) - placeholders(other.endpoint.path));

function placeholders(path: string): number {
  return path.split('{').length;
}

/** `{id}` is a number; everything else may be any text without a slash. */
function patternOf(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'id' ? '(?<id>\\d{1,15})' : `(?<${name}>[^/]+)`,
  );
  return new RegExp(`^${source}$`);
}

/** The endpoint that a call means, with its placeholders; null if there is none. */
export function endpointFor(
  method: string,
  path: string,
): { endpoint: Endpoint; params: Record<string, string> } | null {
  for (const { endpoint, pattern } of patterns) {
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match) return { endpoint, params: decoded(match.groups ?? {}) };
  }
  return null;
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodedText(value)]));
}

/** A text that is not encoded as it should be is taken as it is: nothing has this name. */
function decodedText(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
