import { createTransport } from 'nodemailer'
import type { GuardianDeps } from './createGuardian.ts'

const deadlineMs = 10_000

/** Sends mail by SMTP. A server that does not respond is given up on: someone waits for the answer. */
export function createMailer(smtpUrl: string, from: string): { send: GuardianDeps['sendMail']; close(): void } {
  const timeouts = { connectionTimeout: deadlineMs, greetingTimeout: deadlineMs, socketTimeout: deadlineMs }
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text }) {
      // As an object: a text could name several people.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
