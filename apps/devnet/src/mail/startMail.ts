import { createServer } from 'node:http'
import { closeServer, listen } from '../listen.ts'
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
  const port = await listen(page, { host, port: pagePort, setting: 'DEVNET_MAIL_PORT' })
  return {
    pageUrl: `http://${host}:${port}`,
    smtpUrl: `smtp://${host}:${smtp.port}`,
    async close() {
      await Promise.all([closeServer(page), smtp.close()])
    },
  }
}
