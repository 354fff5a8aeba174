import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimitKey } from '@billfold/protocol/rateLimitKey'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createTransport } from 'nodemailer'
import { createFarcaster } from './createFarcaster.ts'
import { createGuardian, type GuardianDeps } from './createGuardian.ts'
import { createSocialLogin } from './createSocialLogin.ts'
import { createTicketReader } from './createTicketReader.ts'
import { openMemory } from './openMemory.ts'
import type { Config } from './readConfig.ts'
import { readKeys } from './readKeys.ts'
import type { Release } from './release.ts'

/** Starts the guardian: its key, its mail and its few routes. */
export async function startGuardian(
  config: Config,
  log: (line: Record<string, string | number>) => void = () => {},
): Promise<{ url: string; close(options?: { isHurried?: boolean }): Promise<void> }> {
  let isLeaving = false
  const keys = readKeys(config.keyFile, config)
  const memory = await openMemory<Release>(config.memoryFile, keys, Date.now)
  const saving = setInterval(memory.save, 60_000)
  saving.unref()
  const mailer = createMailer(config.smtpUrl, config.mailFrom)
  const app = createGuardian({
    ...config,
    ...{ openers: keys.openers, memory },
    readTicket: createTicketReader({ apiUrl: config.apiUrl, fetch, now: Date.now, memory: memory.memory }),
    sendMail: mailer.send,
    social: createSocialLogin(config.social, config.publicUrl),
    farcaster: createFarcaster(config.farcasterSettings, config.publicUrl),
    clientOf: (c) => clientOf(c, config.trustProxy),
    now: Date.now,
    isLeaving: () => isLeaving,
    log,
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const answer = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    // Reject a malformed URL before anything else parses it.
    if (readRequestTarget(request.url)) void answer(request, response)
    else response.writeHead(400, { 'Content-Type': 'text/plain' }).end('The request URL is malformed.')
  })
  server.keepAliveTimeout = config.keepAliveMs
  server.once('error', reject)
  server.listen(config.port, config.host, resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${config.host}:${port}`,
    async close({ isHurried = false } = {}) {
      isLeaving = true
      if (!isHurried) await sleep(config.shutdownWaitMs)
      const closed = new Promise((done) => server.close(done))
      // A kept-alive connection becomes idle only after its last response.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
      await closed
      clearInterval(idle)
      clearTimeout(cut)
      mailer.close()
      clearInterval(saving)
      memory.save()
    },
  }
}

/** The client's IP as it is counted: from our own proxies' header, otherwise the socket's. */
function clientOf(c: Context, trusted: number): string {
  const forwarded =
    c.req
      .header('x-forwarded-for')
      ?.split(',')
      .map((each) => each.trim()) ?? []
  return rateLimitKey((trusted > 0 ? forwarded.at(-trusted) : undefined) ?? getConnInfo(c).remote.address)
}

const mailDeadlineMs = 10_000
/** How long requests in flight may take at shutdown: a mail among them. */
const patienceMs = 12_000

/** Sends mail by SMTP. The deadline is short, because someone waits for the response. */
function createMailer(smtpUrl: string, from: string): { send: GuardianDeps['sendMail']; close(): void } {
  const timeouts = { connectionTimeout: mailDeadlineMs, greetingTimeout: mailDeadlineMs, socketTimeout: mailDeadlineMs }
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text }) {
      // A string could list several addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
