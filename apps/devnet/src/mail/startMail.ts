import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../startError.ts'
import { createMailbox } from './createMailbox.ts'
import type { MailConfig } from './mailConfig.ts'
import { openSmtp } from './openSmtp.ts'
import { readMail } from './readMail.ts'
import { serveMailbox } from './serveMailbox.ts'

// Loopback only, whatever the chains listen on: a caught code opens a wallet.
const host = '127.0.0.1'
const limits = { mails: 200, characters: 8_000_000 }

/** Starts the mail catcher: SMTP on one port, a page with the mails on another. */
export async function startMail({ pagePort, smtpPort }: MailConfig): Promise<{
  pageUrl: string
  smtpUrl: string
  close(): Promise<void>
}> {
  const mailbox = createMailbox(limits)
  const smtp = await openSmtp({
    host,
    port: smtpPort,
    onMail: async (raw, to) => mailbox.add(await readMail(raw, to)),
  })
  const page = createServer(serveMailbox(mailbox))
  page.requestTimeout = 10_000
  page.keepAliveTimeout = 60_000
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  page.once('error', reject)
  page.listen(pagePort, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'EADDRINUSE'
        ? `Port ${pagePort} on ${host} is taken: stop what uses it, or set DEVNET_MAIL_PORT to a free one.`
        : `Cannot listen on ${host}:${pagePort} (${error.message}).`,
    )
  })
  return {
    pageUrl: `http://${host}:${(page.address() as AddressInfo).port}`,
    smtpUrl: `smtp://${host}:${smtp.port}`,
    async close() {
      const closed = new Promise<void>((done) => page.close(() => done()))
      page.closeAllConnections()
      await Promise.all([closed, smtp.close()])
    },
  }
}
