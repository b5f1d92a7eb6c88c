/** Mail in tests that start no application. */
import { type MailOptions, openMail } from '#platform/outgoing/mail.ts';

/** Opens mail. Without a mail server, which is the default, sent email stays readable in the test. */
export function openTestMail(changes: Partial<MailOptions> = {}): Promise<void> {
  return openMail({
    smtpUrl: null,
    from: 'Farm <a@example.com>',
    origin: 'http://localhost:3000',
    say: () => undefined,
    ...changes,
  });
}
