/** /admin/settings/hours: the weekly hours, a few spans a day. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { readOrdersOutsideHours } from '#features/orders/outside-hours-queries.server.ts';
import { OutsideHoursNotice } from '#features/orders/ui/outside-hours.tsx';
import { WEEKDAYS } from '#features/pickup/hours.ts';
import { dayPrefix, hoursSection, nightOptions } from '#features/pickup/hours-section.ts';
import { SpanRows } from '#features/pickup/ui/span-rows.tsx';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { SelectField } from '#ui/field.tsx';
import type { Route } from './+types/settings-hours';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const [section, outside] = await Promise.all([
    loadSection(actor, request, hoursSection),
    readOrdersOutsideHours(actor),
  ]);
  return { ...section, outside };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, hoursSection, await requestForm(request));
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export default function SettingsHours({ loaderData, actionData }: Route.ComponentProps) {
  const { outside, ...section } = loaderData;
  return (
    <>
      <div className="mb-6">
        <OutsideHoursNotice outside={outside} />
      </div>
      <SectionForm {...section} answer={actionData}>
        {(texts) => (
          <>
            <p className="text-ink-soft">A day without times is closed.</p>
            {WEEKDAYS.map(({ day, name }) => (
              <fieldset
                key={day}
                className="grid gap-2 border-b border-line pb-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
              >
                <legend className="float-left pt-1 font-semibold sm:w-32">{name}</legend>
                <SpanRows prefix={dayPrefix(day)} day={name} {...texts} />
              </fieldset>
            ))}
            <SelectField
              name="nightPermitted"
              label="Before 8:00 AM"
              hint="New York forbids retail hand-over between midnight and 8:00 AM unless the town permits it."
              defaultValue={texts.values.nightPermitted}
              errors={texts.errors.nightPermitted}
              className="max-w-md"
            >
              {nightOptions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </SectionForm>
    </>
  );
}
