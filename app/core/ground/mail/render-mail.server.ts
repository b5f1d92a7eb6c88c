/** Renders a template to HTML, and the same content as plain text. */
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { addressOf } from '#core/ground/settings/contact.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { systemClock } from '#kernel/time.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import type { MailFrame } from '#ui/email/mail-layout.tsx';
import { mailWarnings } from './mail-warnings.ts';

export type MailContent = { html: string; text: string };

/** The doctype that mail clients expect. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * React Email's conversion from HTML to text. Compiled once, because compiling for each mail took four times as long.
 */
const cell = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };
const plainTextOf = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'td', ...cell },
    { selector: 'th', ...cell },
  ],
});

/**
 * Renders a template and derives the text from it. Takes some milliseconds, so it belongs in a reaction, not in a
 * request.
 */
export async function renderMail(template: ReactElement): Promise<MailContent> {
  const html = renderToStaticMarkup(template);
  return { html: DOCTYPE + html, text: plainTextOf(html) };
}

/**
 * The frame of a mail, from the store's settings. `cannabis`: whether it needs the law's warnings (docs/law.md,
 * Warnings and wording).
 */
export function mailFrame(settings: Settings, cannabis: boolean, now = systemClock()): MailFrame {
  const { store, warnings, compliance } = settings;
  return {
    farmName: store.name,
    licenseNumber: store.licenseNumber,
    address: addressOf(store),
    phone: store.phone,
    origin: mailOrigin(),
    minimumAge: compliance.minimumAge,
    warnings: cannabis ? mailWarnings(warnings, now) : null,
  };
}
