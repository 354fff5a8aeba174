import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { loginAnswerPage } from './approvalPage.ts'
import type { Limits } from './createGuardian.ts'
import type { Releases } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'
import { phonePage } from './phonePage.ts'
import { type Login, releaseSeconds } from './release.ts'
import { languageAt } from './texts/mailTexts.ts'

type Deps = {
  releases: Releases
  social: SocialLogin | undefined
  farcaster: FarcasterLogin | undefined
  now(): number
  publicUrl: string
  limits: Pick<Limits, 'read'>
  log(line: Record<string, string | number>): void
}

const cookieName = 'guardian-login'
const cookiePath = '/guardian/v1/social'

/**
 * The guardian's own login at a provider. It starts and ends in one browser, which a cookie binds, and leads the share's owner to the page with
 * the numbers. A login alone releases nothing, because a browser may do it unprompted.
 */
export function serveSocial(app: Hono, { releases, social, farcaster, publicUrl, limits, log, now }: Deps): void {
  app.get('/guardian/v1/login/:login', async (c) => {
    limits.read(c)
    const begun = releases.beginLogin(c.req.param('login'))
    if (!begun) return c.html(loginAnswerPage('ended', languageAt(c)), 410)
    const { provider, browser, ...secrets } = begun
    try {
      const url =
        provider === 'farcaster' ? await openChannel(begun) : await social!.authorizationUrl(provider, secrets)
      const secure = publicUrl.startsWith('https:')
      setCookie(c, cookieName, browser, {
        ...{ path: cookiePath, httpOnly: true, sameSite: 'Lax', secure },
        maxAge: releaseSeconds,
      })
      return c.redirect(url, 303)
    } catch {
      // The error may quote a secret, so log only that it failed.
      log({ event: 'provider away', provider })
      return c.html(loginAnswerPage('away', languageAt(c), titleOf(provider)), 503)
    }
  })

  /** Opens a channel for the person's phone; the login also ends on the page that shows it. */
  async function openChannel(begun: Login): Promise<string> {
    const endsAt = new Date(now() + releaseSeconds * 1000)
    begun.channel = await farcaster!.open({ nonce: begun.nonce, endsAt })
    return `${cookiePath}/farcaster/${begun.state}`
  }

  // The page reloads every few seconds until the phone has signed.
  app.get(`${cookiePath}/farcaster/:state`, async (c) => {
    limits.read(c)
    const [state, browser] = [c.req.param('state'), getCookie(c, cookieName) ?? '']
    const { channel, nonce } = releases.findLogin(state, browser) ?? {}
    if (!farcaster || !channel || !nonce) return c.html(loginAnswerPage('ended', languageAt(c)), 410)
    const title = titleOf('farcaster')
    try {
      // The relay returns the answer only once: keep it in case the registries are down.
      channel.answer ??= await farcaster.read(channel.channelToken)
      if (!channel.answer) return c.html(phonePage(channel.url, languageAt(c)))
      const person = await farcaster.verify(channel.answer, { nonce, now: now() })
      const begun = releases.endLogin('farcaster', state, browser)
      const token = begun && releases.prove(begun.release, 'farcaster', person)
      log({ event: 'logged in', provider: 'farcaster', came: token ? 'right' : 'other' })
      if (token) return c.redirect(`/guardian/v1/approve/${token}`, 303)
      return c.html(loginAnswerPage('other', languageAt(c), title), 403)
    } catch (error) {
      if (KitError.from(error).code === 'sources_unavailable') return c.html(phonePage(channel.url, languageAt(c)))
      // Forged, for another device, or too late: it proves nothing, and cannot be repeated.
      releases.endLogin('farcaster', state, browser)
      log({ event: 'logged in', provider: 'farcaster', came: 'unproven' })
      return c.html(loginAnswerPage('unproven', languageAt(c), title), 403)
    }
  })

  // Some providers respond by a form. The browser sends our cookie only with the next request.
  app.post(`${cookiePath}/:provider`, async (c) => {
    limits.read(c)
    const provider = z.safeParse(socialProvider, c.req.param('provider'))
    if (!provider.success) return c.notFound()
    return c.redirect(`${cookiePath}/${provider.data}?${new URLSearchParams(await c.req.text())}`, 303)
  })

  app.get(`${cookiePath}/:provider`, async (c) => {
    limits.read(c)
    const provider = z.safeParse(socialProvider, c.req.param('provider'))
    if (!provider.success) return c.notFound()
    const answer = new URL(c.req.url).searchParams
    const begun = releases.endLogin(provider.data, answer.get('state') ?? '', getCookie(c, cookieName) ?? '')
    if (!begun) return c.html(loginAnswerPage('ended', languageAt(c)), 410)
    const result = await identify(provider.data, answer, begun)
    log({ event: 'logged in', provider: provider.data, came: result.came })
    if (result.came === 'right') return c.redirect(`/guardian/v1/approve/${result.token}`, 303)
    return c.html(loginAnswerPage(result.came, languageAt(c), titleOf(provider.data)), 403)
  })

  type PendingLogin = NonNullable<ReturnType<Releases['endLogin']>>
  type Came = { came: 'right'; token: string } | { came: 'other' | 'unproven' }
  async function identify(
    provider: SocialProvider,
    answer: URLSearchParams,
    { release, ...secrets }: PendingLogin,
  ): Promise<Came> {
    try {
      const token = releases.prove(release, provider, await social!.personOf(provider, answer, secrets))
      return token ? { came: 'right', token } : { came: 'other' }
    } catch {
      // Declined, forged, or the provider is down: it proves no one's identity.
      return { came: 'unproven' }
    }
  }
}
