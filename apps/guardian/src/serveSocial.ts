import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { socialIssuers } from '@billfold/protocol/embedded/socialIssuers'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { loginAnswerPage } from './approvalPage.ts'
import { type Releases, releaseSeconds } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'

type Deps = {
  releases: Releases
  social: SocialLogin
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
export function serveSocial(app: Hono, { releases, social, publicUrl, count, log }: Deps): void {
  app.get('/guardian/v1/login/:login', async (c) => {
    count(c)
    const begun = releases.beginLogin(c.req.param('login'))
    if (!begun || begun.provider === 'farcaster') return c.html(loginAnswerPage('ended'), 410)
    const { provider, browser, ...secrets } = begun
    try {
      const url = await social.authorizationUrl(provider, secrets)
      const secure = publicUrl.startsWith('https:')
      setCookie(c, cookieName, browser, {
        ...{ path: cookiePath, httpOnly: true, sameSite: 'Lax', secure },
        maxAge: releaseSeconds,
      })
      return c.redirect(url, 303)
    } catch {
      // Why it failed may quote a secret: that it did is enough.
      log({ event: 'provider away', provider })
      return c.html(loginAnswerPage('away', socialIssuers[provider].title), 503)
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
    if (!begun) return c.html(loginAnswerPage('ended'), 410)
    const told = await askWho(provider.data, answer, begun)
    log({ event: 'logged in', provider: provider.data, came: told.came })
    if (told.came === 'right') return c.redirect(`/guardian/v1/approve/${told.token}`, 303)
    return c.html(loginAnswerPage(told.came, socialIssuers[provider.data].title), 403)
  })

  type Begun = NonNullable<ReturnType<Releases['endLogin']>>
  type Came = { came: 'right'; token: string } | { came: 'other' | 'unproven' }
  async function askWho(
    provider: SocialProvider,
    answer: URLSearchParams,
    { release, ...secrets }: Begun,
  ): Promise<Came> {
    try {
      const token = releases.prove(release, provider, await social.personOf(provider, answer, secrets))
      return token ? { came: 'right', token } : { came: 'other' }
    } catch {
      // Said no, came with something forged, or the provider is away: nobody is known by it.
      return { came: 'unproven' }
    }
  }
}
