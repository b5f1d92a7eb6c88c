/** From a template to what is sent: HTML, and the same words as plain text. */
import { plainTextSelectors } from '@react-email/render';
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { addressOf } from '#features/settings/contact.ts';
import type { Settings } from '#features/settings/settings.ts';
import { mailOrigin } from '#platform/mail.ts';
import type { MailFrame } from '#ui/email/mail-layout.tsx';

export type MailContent = { html: string; text: string };

/** What mail clients expect in front of HTML. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** As `toPlainText` of React Email has it, put together once: for each mail anew that took four times as long. */
const plainTextOf = compile({ wordwrap: false, selectors: plainTextSelectors });

/** Renders a template and takes the text from it. Some milliseconds, so it belongs in a reaction, not in a request. */
export async function renderMail(template: ReactElement): Promise<MailContent> {
  const html = renderToStaticMarkup(template);
  return { html: DOCTYPE + html, text: plainTextOf(html) };
}

/** The frame of a mail from the store's settings. `cannabis`: whether the law's warnings belong in it (docs/law.md, Warnings and wording). */
export function mailFrame(settings: Settings, cannabis: boolean): MailFrame {
  const { store, warnings, compliance } = settings;
  return {
    farmName: store.name,
    licenseNumber: store.licenseNumber,
    address: addressOf(store),
    phone: store.phone,
    origin: mailOrigin(),
    minimumAge: compliance.minimumAge,
    warnings: cannabis
      ? [
          warnings.current,
          ...warnings.rotating,
          `Poison Center ${warnings.poisonCenter}.`,
          warnings.hopelineText,
        ]
      : null,
  };
}
