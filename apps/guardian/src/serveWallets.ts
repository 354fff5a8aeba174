import type { HttpRoutes } from '@billfold/protocol/api/http'
import { parse } from '@billfold/protocol/contract'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { GuardianTicket } from '@billfold/protocol/embedded/guardianTicket'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { isStatementSigned } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Hono } from 'hono'
import { movedMail } from './approvalMail.ts'
import { answerPage, undoPage } from './approvalPage.ts'
import type { Limits } from './createGuardian.ts'
import type { Memory } from './createMemory.ts'
import { mailLink, pageLanguage } from './pageLanguage.ts'
import { readForm, readJson } from './readBody.ts'
import { languageAt } from './texts/mailTexts.ts'

type Deps = {
  publicKey: string
  memory: Pick<Memory<{ id: string }>, 'pins' | 'markActive'>
  save(): void
  readTicket(ticket: string): Promise<GuardianTicket>
  /** The site's name; throws for a project that is not on the guardian's list. */
  siteOf(ticket: GuardianTicket): string
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>
  limits: Pick<Limits, 'read' | 'warning'>
  at(path: string): string
  log(line: Record<string, string | number>): void
}

const { registerWallet } = guardianRoutes satisfies HttpRoutes<typeof guardianApi>

/** Registers wallets' own statements of whose they are, and lets the previous person undo a change. */
export function serveWallets(
  app: Hono,
  { publicKey, memory, save, readTicket, siteOf, limits, at, ...deps }: Deps,
): void {
  const { pins } = memory
  app.on(registerWallet.method, registerWallet.path, async (c) => {
    limits.read(c)
    const { signature, key, email, ...statement } = parse(guardianApi.registerWallet.input, await readJson(c))
    const ticket = await readTicket(statement.ticket)
    const site = siteOf(ticket)
    const { walletId, identity, policy } = statement
    const isProven =
      ticket.sub === walletId &&
      ticket.identity === identity &&
      (email === undefined || identityHash({ kind: 'email', subject: email }) === identity) &&
      isStatementSigned(decodeBase64Url(key), statement, decodeBase64Url(signature))
    if (!isProven) throw new KitError('unauthorized')
    const given = { walletId, identity, email, policy, key, language: languageAt(c) }
    await pins.register(given, async ({ from, to, undo, language }) => {
      limits.warning(from)
      await deps.sendMail({
        to: from,
        ...movedMail({ site, to, link: mailLink(at(`undo/${undo}`), language), language }),
      })
      deps.log({ event: 'moved', wallet: walletId })
    })
    memory.markActive(walletId)
    save()
    return c.json({ status: 'ok', publicKey })
  })

  app.get('/guardian/v1/undo/:token', (c) => {
    limits.read(c)
    const token = c.req.param('token')
    const move = pins.findUndo(token)
    const language = pageLanguage(c)
    return c.html(move ? undoPage(move, token, language) : answerPage('undoTooLate', language), move ? 200 : 410)
  })

  app.post('/guardian/v1/undo/:token', async (c) => {
    limits.read(c)
    await readForm(c)
    const isUndone = pins.undo(c.req.param('token'))
    if (isUndone) save()
    deps.log({ event: isUndone ? 'undone' : 'ended' })
    return c.html(answerPage(isUndone ? 'undone' : 'undoTooLate', pageLanguage(c)), isUndone ? 200 : 410)
  })
}
