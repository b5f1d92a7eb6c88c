/**
 * A connection to a service outside the shop that an admin sets in the office: the services people use, what each of
 * them asks for, and how the form is read. Pure; browsers load it.
 */
import { readSettingsFields, type SettingsField, sayFields } from '#core/ground/settings/settings-field.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

/** Messages by form field. */
export type FieldErrors = Record<string, string[]>;

/** The typed texts by field, and the id of the service. Secrets are in it. */
export type ConnectionValues = { readonly service: string } & Readonly<Record<string, string>>;

export type ConnectionService = {
  id: string;
  name: string;
  /** What people get wrong with this service, in a sentence or two. */
  trap: string;
  fields: readonly SettingsField[];
  /** What the service has for everyone, by field. */
  fixed?: Readonly<Record<string, string>>;
  /** Whether only the demo store offers it. */
  isOfDemo?: boolean;
  /** What an empty form begins with, by field. */
  usual?: Readonly<Record<string, string>>;
  /** An error by field that no field sees alone. */
  check?: (values: Readonly<Record<string, string>>) => FieldErrors;
};

/** Fields that say nothing about where a secret goes. */
const besides = new Set(['sender', 'daily', 'weekly', 'monthly', 'name']);

const isSecret = (field: SettingsField) => field.kind === 'text' && field.type === 'password';

export const serviceOf = (services: readonly ConnectionService[], id: unknown) =>
  services.find((service) => service.id === id) ?? null;

/** The fields as the form shows them: a secret that is stored may stay empty, and is never shown. */
export function shownFields(service: ConnectionService, hasStored: boolean): SettingsField[] {
  return service.fields.map((field) =>
    field.kind === 'text' && isSecret(field) && hasStored
      ? {
          ...field,
          optional: true,
          hint: 'Saved. Leave it empty to use it again for the same server and account.',
        }
      : field,
  );
}

/** The form's texts of what is stored, without secrets. */
export function shownTexts(service: ConnectionService, stored: ConnectionValues | null) {
  const isSame = stored?.service === service.id;
  return Object.fromEntries(
    service.fields.map((field) => {
      const shown = isSame ? stored[field.key] : service.usual?.[field.key];
      return [field.key, isSecret(field) ? '' : (shown ?? '')];
    }),
  );
}

/**
 * The typed texts as values, or the errors. A secret that is left empty is the stored one, unless something else changed:
 * a password that was entered for one server is not sent to another.
 */
export function readConnectionForm(
  service: ConnectionService,
  texts: Readonly<Record<string, string>>,
  stored: ConnectionValues | null,
): Result<ConnectionValues, FieldErrors> {
  const known = stored?.service === service.id ? stored : null;
  const { values, errors } = readSettingsFields(shownFields(service, known !== null), texts);
  if (Object.keys(errors).length > 0) return refuse(errors);
  const typed = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
  const secrets = service.fields.filter(isSecret);
  const isElsewhere =
    known !== null &&
    service.fields.some(
      (field) => !isSecret(field) && !besides.has(field.key) && known[field.key] !== typed[field.key],
    );
  for (const { key, label } of secrets) {
    if (typed[key] !== '' || known === null) continue;
    if (isElsewhere) errors[key] = [`${label}: enter it again, because what it is for has changed.`];
    else typed[key] = known[key] ?? '';
  }
  const all =
    Object.keys(errors).length > 0 ? errors : (service.check?.({ ...service.fixed, ...typed }) ?? {});
  return Object.keys(all).length > 0 ? refuse(all) : succeed({ ...typed, service: service.id });
}

/** What the audit log says, by label and without secrets. */
export function connectionWords(
  services: readonly ConnectionService[],
  values: ConnectionValues,
): Record<string, string> {
  const service = serviceOf(services, values.service);
  if (!service) return {};
  const open = service.fields.filter((field) => !isSecret(field));
  return { Service: service.name, ...sayFields(open, values) };
}

/** Whether a secret differs: the log says that it changed, not to what. */
export function hasOtherSecrets(
  services: readonly ConnectionService[],
  before: ConnectionValues | null,
  after: ConnectionValues,
): boolean {
  const fields = serviceOf(services, after.service)?.fields ?? [];
  return fields.some((field) => isSecret(field) && before?.[field.key] !== after[field.key]);
}
