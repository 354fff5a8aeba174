import { KitError } from '@billfold/protocol/error'
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

type MailSettings = { smtpUrl: string; mailFrom: string; attemptMs?: number }

/**
 * A connection stays open this long for the next mail: opening one, with TLS and the login, takes longer than the mail.
 * Shorter than the idle limits of networks and mail servers, so that no mail meets a connection that is gone.
 */
const idleTimeout = 20_000

/**
 * Sends mail by SMTP, with one retry, and throws if it cannot. The person is waiting at the screen: a code that arrives
 * once the mail server is back helps no one, and would have to be stored readable until then.
 */
export function createMailer({ smtpUrl, mailFrom, attemptMs = 5_000 }: MailSettings): Mailer {
  const timeouts = { connectionTimeout: attemptMs, greetingTimeout: attemptMs, socketTimeout: attemptMs }
  const transport = createTransport({
    ...{ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    // The retry is ours: a mail that the pool kept would be sent too late.
    ...{ pool: true, maxRequeues: 0, idleTimeout },
  })
  const attempt = ({ to, subject, text }: Mail) =>
    // As an object: a string could name several people.
    within(attemptMs, transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text }))
  return {
    async send(mail) {
      try {
        await attempt(mail).catch((e: unknown) => {
          // The mail server has read and rejected it: a retry would change nothing.
          if (typeof (e as { responseCode?: unknown }).responseCode === 'number') throw e
          return attempt(mail)
        })
      } catch (cause) {
        throw new KitError('unavailable', { message: 'The mail could not be sent. Please try again.', cause })
      }
    },
    close: () => transport.close(),
  }
}

/** A mail server that trickles its responses times out too. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The mail server timed out')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
