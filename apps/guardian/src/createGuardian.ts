import type { HttpRoutes } from '@billfold/protocol/api/http'
import { parse } from '@billfold/protocol/contract'
import { deviceLabel } from '@billfold/protocol/deviceLabel'
import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { GuardianTicket } from '@billfold/protocol/embedded/guardianTicket'
import type { Opener } from '@billfold/protocol/embedded/hpke'
import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { approvalMail, cancelMail, secondMail, takeoverMail } from './approvalMail.ts'
import { answerPage, approvalPage, cancelPage, pageStyle } from './approvalPage.ts'
import { createMemory, type Memory } from './createMemory.ts'
import { AskedTooOften, createQuota } from './createQuota.ts'
import { createReleases, identityOf, type Release, releaseSeconds } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'
import { languageAt } from './mailTexts/mailTexts.ts'
import { mailLink, pageLanguage } from './pageLanguage.ts'
import { readForm, readJson } from './readBody.ts'
import { serveSocial } from './serveSocial.ts'
import { serveWallets } from './serveWallets.ts'

export type GuardianDeps = {
  /** Newest first: shares are encrypted to the first, and all of them decrypt. */
  openers: readonly Opener[]
  /** The sites' names in emails, by project. It serves no other project. */
  projects: ReadonlyMap<string, string>
  /** Verifies a ticket of the API. */
  readTicket(ticket: string): Promise<GuardianTicket>
  /** Where this service is reached from outside: mails lead there. */
  publicUrl: string
  /** The frames that may ask; no page of anyone else can. */
  frameOrigins: readonly string[]
  /** The logins that it is registered with, where there are any. */
  social?: SocialLogin | undefined
  /** Sign-in with Farcaster, where its relay and node are set. */
  farcaster?: FarcasterLogin | undefined
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>
  clientOf(c: Context): string
  now(): number
  /** What it knows of before; nothing unless given. */
  memory?: { memory: Memory<Release>; save(): void }
  /** One line for each thing that was asked and answered, with no one's address in it. */
  log(line: Record<string, string | number>): void
}

const mailsPerPerson = [
  { times: 1, seconds: 30 },
  { times: 5, seconds: 3600 },
  { times: 10, seconds: 86_400 },
]
/** Emails about what has happened: none waits for the one before. */
const warningsPerPerson = mailsPerPerson.slice(1)
const startsPerClient = [{ times: 20, seconds: 3600 }]
const readsPerClient = [{ times: 120, seconds: 60 }]
const { readKey, startRelease, readRelease } = guardianRoutes satisfies HttpRoutes<typeof guardianApi>

/** The guardian as a function from Request to Response. */
export function createGuardian(deps: GuardianDeps): Hono {
  const { openers, now, log, clientOf } = deps
  const publicKey = encodeBase64Url(openers[0]!.publicKey)
  const { memory, save } = deps.memory ?? { memory: createMemory<Release>(now), save: () => {} }
  const releases = createReleases(openers, now, memory)
  const persons = createQuota(mailsPerPerson, now)
  const warnings = createQuota(warningsPerPerson, now)
  const starters = createQuota(startsPerClient, now)
  const readers = createQuota(readsPerClient, now)
  const at = (path: string) => new URL(`/guardian/v1/${path}`, deps.publicUrl).href
  const app = new Hono()
  app.onError((error, c) => answerError(c, error))
  app.notFound((c) => answerError(c, new KitError('not_found')))
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
    }),
  )
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.use(bodyLimit({ maxSize: 8192, onError: (c) => answerError(c, new KitError('body_too_large')) }))
  app.get('/guardian/v1/live', (c) => c.text('ok'))
  app.get('/guardian/v1/page.css', (c) => c.body(pageStyle, 200, { 'Content-Type': 'text/css' }))

  // The link's page answers to no one's script, so only what frames call is open to other origins.
  for (const path of ['/guardian/v1/key', '/guardian/v1/wallets', '/guardian/v1/releases', '/guardian/v1/releases/*'])
    app.use(path, cors({ origin: [...deps.frameOrigins], maxAge: 600, exposeHeaders: ['Retry-After'] }))

  const socials: readonly string[] = [...(deps.social?.names ?? []), ...(deps.farcaster ? ['farcaster'] : [])]
  const told = { publicKey, socials }
  app.on(readKey.method, readKey.path, (c) => c.json(told))

  app.on(startRelease.method, startRelease.path, async (c) => {
    const { ticket: token, ...request } = parse(guardianApi.startRelease.input, await readJson(c))
    starters.takeClient(clientOf(c))
    const { email, social, walletId } = request
    if (social && !told.socials.includes(social.provider))
      throw new KitError('not_found', { message: `This guardian takes no logins of ${social.provider}.` })
    const ticket = await deps.readTicket(token)
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
    const asked = { ...request, site, language, device: { ...request.device, label } }
    const { release, opensInSeconds } = await releases.start(asked)
    const { id, number, login } = release
    if (opensInSeconds !== undefined) {
      save()
      return c.json({ release: id, number, endsInSeconds: releaseSeconds, opensInSeconds })
    }
    const person = identityOf(asked)
    const answer = { release: id, number, endsInSeconds: releaseSeconds }
    if (email) {
      persons.take(person)
      const link = mailLink(at(`approve/${release.token}`), language)
      const { since } = memory.pins.find(walletId) ?? {}
      await deps.sendMail({ to: email, ...approvalMail({ site, label, link, language, since }) })
    }
    log({ event: 'asked', release: id, person: person.slice(0, 8), wallet: walletId })
    return c.json(social ? { ...answer, uri: at(`login/${login}`) } : answer)
  })

  app.on(readRelease.method, readRelease.path, async (c) => {
    readers.takeClient(clientOf(c))
    const { release } = parse(guardianApi.readRelease.input, c.req.param())
    const told = await releases.read(release)
    if (told.state === 'approved') {
      save()
      log({ event: 'released', release })
    }
    return c.json(told)
  })

  const count = (c: Context) => readers.takeClient(clientOf(c))
  if (socials.length > 0) serveSocial(app, { releases, ...deps, social: deps.social, farcaster: deps.farcaster, count })

  app.get('/guardian/v1/approve/:token', (c) => {
    readers.takeClient(clientOf(c))
    const token = c.req.param('token')
    const shown = releases.show(token)
    const language = pageLanguage(c)
    return c.html(shown ? approvalPage(shown, token, language) : answerPage('ended', language), shown ? 200 : 410)
  })

  app.post('/guardian/v1/approve/:token', async (c) => {
    starters.takeClient(clientOf(c))
    const form = await readForm(c)
    const number = form.get('number') ?? undefined
    const answer = await releases.answer(c.req.param('token'), number, async (held) => {
      const { asked, address, cancelToken, opensAt, pinnedEmail, isSecond } = held
      const pin = memory.pins.find(asked.walletId)
      const language = pinnedEmail === undefined ? asked.language : pin?.language
      const link = mailLink(at(`cancel/${cancelToken}`), language)
      const facts = { site: asked.site, label: asked.device.label, link, language, opensAt: opensAt! }
      if (pinnedEmail === undefined) {
        const since = pin?.since
        const mail = isSecond ? secondMail({ ...facts, since }) : cancelMail(facts)
        return await deps.sendMail({ to: asked.email ?? address!, ...mail })
      }
      warnings.take(pinnedEmail)
      const provider = asked.social && titleOf(asked.social.provider)
      await deps.sendMail({ to: pinnedEmail, ...takeoverMail({ ...facts, email: asked.email, provider }) })
    })
    save()
    log({ event: answer })
    return c.html(answerPage(answer, pageLanguage(c)), answer === 'ended' ? 410 : 200)
  })

  app.get('/guardian/v1/cancel/:token', (c) => {
    readers.takeClient(clientOf(c))
    const token = c.req.param('token')
    const held = releases.showHeld(token)
    const language = pageLanguage(c)
    return c.html(held ? cancelPage(held, token, language) : answerPage('tooLate', language), held ? 200 : 410)
  })

  app.post('/guardian/v1/cancel/:token', async (c) => {
    starters.takeClient(clientOf(c))
    await readForm(c)
    const answer = releases.cancel(c.req.param('token'))
    save()
    log({ event: answer === 'refused' ? 'cancelled' : answer })
    const isStopped = answer === 'refused'
    return c.html(answerPage(isStopped ? 'cancelled' : 'tooLate', pageLanguage(c)), isStopped ? 200 : 410)
  })

  function siteOf({ aud }: GuardianTicket): string {
    const site = deps.projects.get(aud)
    if (site === undefined) throw new KitError('not_found', { message: 'This guardian does not serve this project.' })
    return site
  }
  const take = { client: count, email: (email: string) => warnings.take(email) }
  serveWallets(app, { ...deps, publicKey, memory, save, siteOf, take, at })
  return app
}

/** Only what we named ourselves is told; and of a refusal, when to come back. */
function answerError(c: Context, error: unknown): Response {
  const known = error instanceof KitError ? error : new KitError('internal')
  if (known instanceof AskedTooOften) c.header('Retry-After', String(known.seconds))
  const reasons = [{ field: '', description: known.message }]
  return c.json({ status: 'FAILED', code: known.code, reasons }, httpStatus[known.code] as ContentfulStatusCode)
}
