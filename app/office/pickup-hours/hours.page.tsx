/** /admin/settings/hours: the weekly hours, a few spans per day. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { WEEK } from '#core/sales/pickup/hours.ts';
import { OutsideHoursNotice } from '#office/orders/outside-hours.tsx';
import { readOrdersOutsideHours } from '#office/orders/outside-hours-queries.server.ts';
import { SectionForm } from '#office/settings/section-view.tsx';
import { answerSection, loadSection } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { SelectField } from '#ui/field.tsx';
import type { Route } from './+types/hours.page';
import { dayPrefix, hoursSection, nightOptions } from './hours-section.ts';
import { SpanRows } from './span-rows.tsx';

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

/** Also after a refusal: the next save is compared with what is stored now. */
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
            <p className="text-ink-soft">Leave a day empty to close it.</p>
            {WEEK.map(({ day, name }) => (
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
              hint="New York forbids retail sales between midnight and 8:00 AM unless the town permits them."
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
