import { SMTPServer } from 'smtp-server'
import { listen } from '../listen.ts'

/** The maximum size of one mail. */
export const mailBytes = 256 * 1024

type Options = {
  host: string
  port: number
  onMail: (raw: Uint8Array, to: string[]) => Promise<void>
}

/** An SMTP server that accepts every mail from anyone on this machine, with any name and password. */
export async function openSmtp({ host, port, onMail }: Options): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: mailBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      let bytes = 0
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        // Read an oversized mail to its end, so that the sender gets the error, but do not store it.
        if (bytes <= mailBytes) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (bytes > mailBytes) return done(refusal(552, `An email can have at most ${mailBytes} bytes.`))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        onMail(Buffer.concat(chunks), to).then(
          () => done(),
          () => done(refusal(554, 'This email is malformed.')),
        )
      })
    },
  })
  // Ignore a sender that hangs up halfway.
  server.on('error', () => {})
  return {
    port: await listen(server.server, { host, port, setting: 'DEVNET_SMTP_PORT' }),
    close: () => new Promise((done) => server.close(() => done())),
  }
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
