import type { HttpRoutes } from '@billfold/protocol/api/http'
import { parse } from '@billfold/protocol/contract'
import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { Opener } from '@billfold/protocol/embedded/hpke'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { approvalMail, cancelMail } from './approvalMail.ts'
import { answerPage, approvalPage, cancelPage, pageStyle } from './approvalPage.ts'
import { createMemory, type Memory } from './createMemory.ts'
import { AskedTooOften, createQuota } from './createQuota.ts'
import { createReleases, identityOf, type Release, releaseSeconds } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'
import { serveSocial } from './serveSocial.ts'

export type GuardianDeps = {
  opener: Opener
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
const startsPerClient = [{ times: 20, seconds: 3600 }]
const readsPerClient = [{ times: 120, seconds: 60 }]
const { readKey, startRelease, readRelease, markActive } = guardianRoutes satisfies HttpRoutes<typeof guardianApi>

/** The guardian as a function from Request to Response. */
export function createGuardian(deps: GuardianDeps): Hono {
  const { opener, now, log, clientOf } = deps
  const { memory, save } = deps.memory ?? { memory: createMemory<Release>(now), save: () => {} }
  const releases = createReleases(opener, now, memory)
  const [persons, starters, readers] = [mailsPerPerson, startsPerClient, readsPerClient].map((quotas) =>
    createQuota(quotas, now),
  ) as [ReturnType<typeof createQuota>, ReturnType<typeof createQuota>, ReturnType<typeof createQuota>]
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
  for (const path of ['/guardian/v1/key', '/guardian/v1/active', '/guardian/v1/releases', '/guardian/v1/releases/*'])
    app.use(path, cors({ origin: [...deps.frameOrigins], maxAge: 600 }))

  const socials: readonly string[] = [...(deps.social?.names ?? []), ...(deps.farcaster ? ['farcaster'] : [])]
  const told = { publicKey: encodeBase64Url(opener.publicKey), socials }
  app.on(readKey.method, readKey.path, (c) => c.json(told))

  app.on(startRelease.method, startRelease.path, async (c) => {
    const asked = parse(guardianApi.startRelease.input, await readJson(c))
    starters.take(clientOf(c))
    const { email, social, site, device, walletId } = asked
    if (social && !told.socials.includes(social.provider))
      throw new KitError('not_found', { message: `This guardian takes no logins of ${social.provider}.` })
    const { release, opensInSeconds } = await releases.start(asked)
    const { id, number, token, login } = release
    if (opensInSeconds !== undefined) {
      save()
      return c.json({ release: id, number, endsInSeconds: releaseSeconds, opensInSeconds })
    }
    const person = identityOf(asked)
    const answer = { release: id, number, endsInSeconds: releaseSeconds }
    if (email) {
      persons.take(person)
      const link = at(`approve/${token}`)
      await deps.sendMail({ to: email, ...approvalMail({ site, label: device.label, link }) })
    }
    log({ event: 'asked', release: id, person: person.slice(0, 8), wallet: walletId })
    return c.json(social ? { ...answer, uri: at(`login/${login}`) } : answer)
  })

  app.on(readRelease.method, readRelease.path, async (c) => {
    readers.take(clientOf(c))
    const { release } = parse(guardianApi.readRelease.input, c.req.param())
    const told = await releases.read(release)
    if (told.state === 'approved') {
      save()
      log({ event: 'released', release })
    }
    return c.json(told)
  })

  const count = (c: Context) => readers.take(clientOf(c))
  if (socials.length > 0) serveSocial(app, { releases, ...deps, social: deps.social, farcaster: deps.farcaster, count })

  app.get('/guardian/v1/approve/:token', (c) => {
    readers.take(clientOf(c))
    const token = c.req.param('token')
    const shown = releases.show(token)
    return c.html(shown ? approvalPage(shown, token) : answerPage('ended'), shown ? 200 : 410)
  })

  app.post('/guardian/v1/approve/:token', async (c) => {
    starters.take(clientOf(c))
    const form = await c.req.parseBody()
    // A form of another page would have to know the token; one that does is no stranger's.
    if (form.token !== c.req.param('token')) throw new KitError('invalid_input')
    const number = typeof form.number === 'string' ? form.number : undefined
    const answer = await releases.answer(c.req.param('token'), number, async (held) => {
      const { asked, address, cancelToken, opensAt } = held
      const link = at(`cancel/${cancelToken}`)
      const told = { site: asked.site, label: asked.device.label, link, opensAt: opensAt! }
      await deps.sendMail({ to: asked.email ?? address!, ...cancelMail(told) })
    })
    if (answer === 'held') save()
    log({ event: answer })
    return c.html(answerPage(answer), answer === 'ended' ? 410 : 200)
  })

  app.get('/guardian/v1/cancel/:token', (c) => {
    readers.take(clientOf(c))
    const token = c.req.param('token')
    const held = releases.showHeld(token)
    return c.html(held ? cancelPage(held, token) : answerPage('tooLate'), held ? 200 : 410)
  })

  app.post('/guardian/v1/cancel/:token', async (c) => {
    starters.take(clientOf(c))
    const form = await c.req.parseBody()
    if (form.token !== c.req.param('token')) throw new KitError('invalid_input')
    const answer = releases.cancel(c.req.param('token'))
    save()
    log({ event: answer === 'refused' ? 'cancelled' : answer })
    return c.html(answerPage(answer === 'refused' ? 'cancelled' : 'tooLate'), answer === 'refused' ? 200 : 410)
  })

  app.on(markActive.method, markActive.path, async (c) => {
    readers.take(clientOf(c))
    memory.markActive(parse(guardianApi.markActive.input, await readJson(c)).walletId)
    return c.json({ status: 'ok' })
  })
  return app
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new KitError('parse_error')
  }
}

/** Only what we named ourselves is told; and of a refusal, when to come back. */
function answerError(c: Context, error: unknown): Response {
  const known = error instanceof KitError ? error : new KitError('internal')
  if (known instanceof AskedTooOften) c.header('Retry-After', String(known.seconds))
  const reasons = [{ field: '', description: known.message }]
  return c.json({ status: 'FAILED', code: known.code, reasons }, httpStatus[known.code] as ContentfulStatusCode)
}
