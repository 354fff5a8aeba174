import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { loginAnswerPage } from './approvalPage.ts'
import { type Login, type Releases, releaseSeconds } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'
import { languageAt } from './mailTexts/mailTexts.ts'
import { phonePage } from './phonePage.ts'

type Deps = {
  releases: Releases
  social: SocialLogin | undefined
  farcaster: FarcasterLogin | undefined
  now(): number
  publicUrl: string
  /** Counts a caller, and refuses one who comes too often. */
  count(c: Context): void
  log(line: Record<string, string | number>): void
}

const cookieName = 'guardian-login'
const cookiePath = '/guardian/v1/social'

/**
 * The guardian's own login at a provider. It begins in the browser that is to end it (a cookie says so), and leads a person whose share was
 * asked for to the page with the numbers: a login alone, which a browser may do unasked, releases nothing.
 */
export function serveSocial(app: Hono, { releases, social, farcaster, publicUrl, count, log, now }: Deps): void {
  app.get('/guardian/v1/login/:login', async (c) => {
    count(c)
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
      // Why it failed may quote a secret: that it did is enough.
      log({ event: 'provider away', provider })
      return c.html(loginAnswerPage('away', languageAt(c), titleOf(provider)), 503)
    }
  })

  /** Opens a channel for the person's phone; the page that shows it is where the login ends, too. */
  async function openChannel(begun: Login): Promise<string> {
    const endsAt = new Date(now() + releaseSeconds * 1000)
    begun.channel = await farcaster!.open({ nonce: begun.nonce, endsAt })
    return `${cookiePath}/farcaster/${begun.state}`
  }

  // Comes again every few seconds, until the phone has signed.
  app.get(`${cookiePath}/farcaster/:state`, async (c) => {
    count(c)
    const [state, browser] = [c.req.param('state'), getCookie(c, cookieName) ?? '']
    const { channel, nonce } = releases.findLogin(state, browser) ?? {}
    if (!farcaster || !channel || !nonce) return c.html(loginAnswerPage('ended', languageAt(c)), 410)
    const title = titleOf('farcaster')
    try {
      // The relay tells it once: kept, where the registries cannot be asked just now.
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
      // Forged, for another device, or too late: no one is known by it, and it cannot come again.
      releases.endLogin('farcaster', state, browser)
      log({ event: 'logged in', provider: 'farcaster', came: 'unproven' })
      return c.html(loginAnswerPage('unproven', languageAt(c), title), 403)
    }
  })

  // Some providers answer by a form. A browser sends our cookie only with what it fetches next.
  app.post(`${cookiePath}/:provider`, async (c) => {
    count(c)
    const provider = z.safeParse(socialProvider, c.req.param('provider'))
    if (!provider.success) return c.notFound()
    return c.redirect(`${cookiePath}/${provider.data}?${new URLSearchParams(await c.req.text())}`, 303)
  })

  app.get(`${cookiePath}/:provider`, async (c) => {
    count(c)
    const provider = z.safeParse(socialProvider, c.req.param('provider'))
    if (!provider.success) return c.notFound()
    const answer = new URL(c.req.url).searchParams
    const begun = releases.endLogin(provider.data, answer.get('state') ?? '', getCookie(c, cookieName) ?? '')
    if (!begun) return c.html(loginAnswerPage('ended', languageAt(c)), 410)
    const told = await askWho(provider.data, answer, begun)
    log({ event: 'logged in', provider: provider.data, came: told.came })
    if (told.came === 'right') return c.redirect(`/guardian/v1/approve/${told.token}`, 303)
    return c.html(loginAnswerPage(told.came, languageAt(c), titleOf(provider.data)), 403)
  })

  type Begun = NonNullable<ReturnType<Releases['endLogin']>>
  type Came = { came: 'right'; token: string } | { came: 'other' | 'unproven' }
  async function askWho(
    provider: SocialProvider,
    answer: URLSearchParams,
    { release, ...secrets }: Begun,
  ): Promise<Came> {
    try {
      const token = releases.prove(release, provider, await social!.personOf(provider, answer, secrets))
      return token ? { came: 'right', token } : { came: 'other' }
    } catch {
      // Said no, came with something forged, or the provider is away: no one is known by it.
      return { came: 'unproven' }
    }
  }
}
