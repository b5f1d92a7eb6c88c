/** A mail server that can be away, slow or silent, always at the same port. */
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';

export type SmtpPeer = {
  url: string;
  /** Recipients of accepted emails, in order. */
  taken: readonly string[];
  /** The accepted emails: as sent, and as text with soft line breaks of quoted-printable undone. */
  letters: readonly { recipient: string; source: string; text: string }[];
  /**
   * Ends open connections, and is from now on: willing, away (refuses connections), silent (accepts them and never
   * answers), refusing (knows no recipient).
   */
  be(mood: 'willing' | 'away' | 'silent' | 'refusing'): Promise<void>;
};

/** @param take runs before a willing server confirms an email. */
export async function openSmtpPeer(
  take: (recipient: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<SmtpPeer> {
  const taken: string[] = [];
  const letters: { recipient: string; source: string; text: string }[] = [];
  const port = await freePort();
  let stop: () => Promise<void> = async () => undefined;

  async function willing(isRefusing = false): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(isRefusing ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const recipient = session.envelope.rcptTo[0]?.address ?? '';
          await take(recipient);
          taken.push(recipient);
          const source = Buffer.concat(chunks).toString();
          letters.push({ recipient, source, text: source.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    stop = () => new Promise<void>((done) => server.close(() => done()));
  }

  async function silent(): Promise<void> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    stop = () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      });
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    letters,
    be: async (mood) => {
      await stop();
      stop = async () => undefined;
      if (mood === 'willing' || mood === 'refusing') await willing(mood === 'refusing');
      if (mood === 'silent') await silent();
    },
  };
}
