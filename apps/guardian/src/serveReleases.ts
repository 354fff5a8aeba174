import type { HttpRoutes } from '@billfold/protocol/api/http'
import { parse } from '@billfold/protocol/contract'
import { deviceLabel } from '@billfold/protocol/deviceLabel'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { GuardianTicket } from '@billfold/protocol/embedded/guardianTicket'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { approvalMail } from './approvalMail.ts'
import type { GuardianDeps, Limits } from './createGuardian.ts'
import type { Pins } from './createPins.ts'
import type { Releases } from './createReleases.ts'
import { mailLink } from './pageLanguage.ts'
import { readJson } from './readBody.ts'
import { identityOf, releaseSeconds } from './release.ts'
import { languageAt } from './texts/mailTexts.ts'

type Deps = Pick<GuardianDeps, 'readTicket' | 'sendMail' | 'log'> & {
  releases: Releases
  memory: { pins: Pick<Pins, 'find'> }
  save(): void
  /** Names of the providers that this guardian is registered with. */
  socials: readonly string[]
  limits: Limits
  /** The site's name; throws for a project that is not on the guardian's list. */
  siteOf(ticket: GuardianTicket): string
  at(path: string): string
}

const { startRelease, readRelease } = guardianRoutes satisfies HttpRoutes<typeof guardianApi>

/** The device's side of a release: it requests its share, and polls for the result. */
export function serveReleases(
  app: Hono,
  { releases, memory, save, socials, limits, siteOf, at, readTicket, sendMail, log }: Deps,
): void {
  app.on(startRelease.method, startRelease.path, async (c) => {
    const { ticket: token, ...request } = parse(guardianApi.startRelease.input, await readJson(c))
    limits.start(c)
    const { email, social, walletId } = request
    if (social && !socials.includes(social.provider))
      throw new KitError('not_found', { message: `This guardian does not accept ${social.provider} logins.` })
    const ticket = await readTicket(token)
    const site = siteOf(ticket)
    const isTicketOf = [
      ticket.sub === walletId,
      ticket.identity === identityOf(request),
      ticket.device === request.device.deviceId,
      ticket.sealKey === request.device.sealKey,
    ]
    if (!isTicketOf.every(Boolean)) throw new KitError('unauthorized')
    // A name from our own list of browsers: the caller writes nothing into an email.
    const label = deviceLabel(c.req.header('user-agent') ?? '')
    const language = languageAt(c)
    const shown = { ...request, site, language, device: { ...request.device, label } }
    const { release, opensInSeconds } = await releases.start(shown)
    const { id, number, login } = release
    if (opensInSeconds !== undefined) {
      save()
      return c.json({ release: id, number, endsInSeconds: releaseSeconds, opensInSeconds })
    }
    const person = identityOf(shown)
    const response = { release: id, number, endsInSeconds: releaseSeconds }
    if (email) {
      limits.email(person)
      const link = mailLink(at(`approve/${release.token}`), language)
      const { since } = memory.pins.find(walletId) ?? {}
      await sendMail({ to: email, ...approvalMail({ site, label, link, language, since }) })
    }
    log({ event: 'asked', release: id, person: person.slice(0, 8), wallet: walletId })
    return c.json(social ? { ...response, uri: at(`login/${login}`) } : response)
  })

  app.on(readRelease.method, readRelease.path, async (c) => {
    limits.read(c)
    const { release } = parse(guardianApi.readRelease.input, c.req.param())
    const result = await releases.read(release)
    if (result.state === 'approved') {
      save()
      log({ event: 'released', release })
    }
    return c.json(result)
  })
}
