/** Answers a press in the panel that plays Metrc. */
import type { Actor } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import {
  type PackageChange,
  type Practice,
  type PracticePress,
  packageChanges,
} from '#seed/practice/practice.ts';
import { awayWords, demandAdmin } from './play-page-queries.server.ts';

const PATH = '/admin/state-tracking/play';
const MOST_PACKAGES = 50;

export async function answerPlay(actor: Actor, open: () => Promise<Practice>, form: FormData) {
  demandAdmin(actor);
  const press = pressOf(form);
  if (!press) throw new Response(null, { status: 400 });
  const practice = await open();
  if (practice.at !== 'here') return redirectWithFlash(PATH, awayWords[practice.at].title, 'error');
  const pressed = await practice.metrc.press(press);
  return pressed.ok
    ? redirectWithFlash(PATH, pressed.value, 'success')
    : redirectWithFlash(PATH, pressed.problem, 'error');
}

const text = (form: FormData, name: string) => {
  const given = form.get(name);
  return typeof given === 'string' ? given.slice(0, 100).trim() : '';
};

/** Not a number for anything but digits. */
const wholeOf = (given: string) => (/^\d{1,9}$/.test(given) ? Number(given) : Number.NaN);

/** Null for a form that no page has. */
function pressOf(form: FormData): PracticePress | null {
  const kind = text(form, 'press');
  const tag = text(form, 'tag');
  switch (kind) {
    case 'send':
    case 'down':
    case 'up':
    case 'refuse-next':
    case 'lose-next':
      return { kind };
    case 'accept':
      return { kind, deliveryId: wholeOf(text(form, 'delivery')), arrived: arrivedIn(form) };
    case 'quantity':
      return { kind, tag, quantity: wholeOf(text(form, 'quantity')) };
    case 'package': {
      const what = packageChanges.find((each): each is PackageChange => each === text(form, 'what'));
      return what ? { kind, tag, what } : null;
    }
    default:
      return null;
  }
}

/** Units by tag; an empty field is a package that arrived as shipped. */
function arrivedIn(form: FormData): Record<string, number> {
  const fields = [...form.keys()].filter((name) => name.startsWith('arrived ')).slice(0, MOST_PACKAGES);
  return Object.fromEntries(
    fields
      .map((name) => [name.slice('arrived '.length), text(form, name)] as const)
      .filter(([, given]) => given !== '')
      .map(([tag, given]) => [tag, wholeOf(given)]),
  );
}
