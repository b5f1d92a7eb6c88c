/** Answers the forms of a tablet's register and of the screens that customers see. */
import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { displayMessage, THE_LINE } from '#core/sales/displays/display.ts';
import { pairDisplay, unpairDisplay } from '#core/sales/displays/pair-display.server.ts';
import { addRegister, removeRegister } from '#core/sales/line/change-registers.server.ts';
import { lineMessage } from '#core/sales/line/line.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { registerCookie } from '../kit/register-cookie.ts';

const HERE = '/counter/registers';

const addForm = z.object({ name: typedLine(40, 'name').min(1, 'Enter a name.') });
const pairForm = z.object({
  code: typedLine(20, 'code').min(1, 'Type the code that the screen shows.'),
  shows: z.union([z.uuid(), z.literal(THE_LINE)], { error: 'Choose what it shows.' }),
});

export async function answerRegisters(actor: SignedIn, form: FormData) {
  const id = String(form.get('id') ?? '');
  switch (form.get('intent')) {
    case 'choose':
      return redirect('/counter', { headers: { 'Set-Cookie': registerCookie(id || null) } });
    case 'add': {
      const read = readForm(form, addForm);
      if (!read.ok) return data(read.refused(), { status: 400 });
      const outcome = await addRegister(actor, read.value.name);
      return outcome.ok
        ? redirect(HERE)
        : data(read.refused(lineMessage(outcome.problem)), { status: statusOf(outcome.problem) });
    }
    case 'remove': {
      const outcome = await removeRegister(actor, id);
      return outcome.ok ? redirect(HERE) : redirectWithFlash(HERE, lineMessage(outcome.problem), 'error');
    }
    case 'pair': {
      const read = readForm(form, pairForm);
      if (!read.ok) return data(read.refused(), { status: 400 });
      const { code, shows } = read.value;
      const outcome = await pairDisplay(actor, { code, registerId: shows === THE_LINE ? null : shows });
      return outcome.ok
        ? redirectWithFlash(HERE, 'The screen changes within seconds.', 'success')
        : data(read.refused(displayMessage(outcome.problem)), { status: statusOf(outcome.problem) });
    }
    case 'unpair': {
      const outcome = await unpairDisplay(actor, id);
      return outcome.ok ? redirect(HERE) : redirectWithFlash(HERE, displayMessage(outcome.problem), 'error');
    }
    default:
      return redirectWithFlash(HERE, 'Nothing was changed.', 'info');
  }
}
