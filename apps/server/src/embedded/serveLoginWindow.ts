import { socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { Environment } from '../http/environment.ts'
import type { Embedded } from './createEmbedded.ts'
import { flowSeconds, type SocialAnswer, socialBegin, socialCallback } from './social.ts'

type Deps = Pick<Embedded, 'beginSocial' | 'takeSocialAnswer'> & { walletOrigin: string }

/**
 * The two pages that a social login visits, in its window or in the site's own tab: one redirects to the provider and
 * marks the browser, the other accepts the provider's answer from that browser only. Both are visited, never fetched,
 * so the cookie is first-party in every browser.
 */
export function serveLoginWindow(app: Hono<Environment>, { walletOrigin, ...embedded }: Deps): void {
  // Another host of the same site cannot set a `__Host-` cookie; browsers accept one over https only.
  const nameFor = (c: Context<Environment>) => `${isSecure(c) ? '__Host-' : ''}billfold-login`

  app.get(`${socialBegin}/:flow`, async (c) => {
    c.header('Cache-Control', 'no-store')
    const flow = z.safeParse(z.uuid(), c.req.param('flow'))
    const begun = flow.success && (await embedded.beginSocial(flow.data, getCookie(c, nameFor(c))))
    if (!begun) return c.redirect(addressAfter(walletOrigin, { error: 'not_found' }), 303)
    setCookie(c, nameFor(c), begun.browser, {
      ...{ path: '/', httpOnly: true, secure: isSecure(c), sameSite: 'Lax', maxAge: flowSeconds },
    })
    return c.redirect(begun.uri, 303)
  })

  // Some providers answer by a form. A browser sends our cookie only with its next request.
  app.post(socialCallback, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.redirect(`${c.req.path}?${new URLSearchParams(await c.req.text())}`, 303)
  })

  app.get(socialCallback, async (c) => {
    c.header('Cache-Control', 'no-store')
    const provider = z.safeParse(socialProvider, c.req.param('provider'))
    if (!provider.success) throw new KitError('not_found')
    const answer = new URL(c.req.url).searchParams
    const taken = await embedded.takeSocialAnswer(provider.data, answer, getCookie(c, nameFor(c)))
    return c.redirect(addressAfter(walletOrigin, taken), 303)
  })
}

const isSecure = (c: Context<Environment>): boolean => c.get('baseUrl').startsWith('https:')

/**
 * The redirect after a provider's answer: to the window's last page, with everything in the hash, where no server or
 * log sees it; or back to the site's page, which passes that URL on to the frame.
 */
function addressAfter(walletOrigin: string, { back, ...outcome }: SocialAnswer): string {
  const to = back?.isPopup ? { to: new URL(back.url).origin } : {}
  const result = `${walletOrigin}/social#${new URLSearchParams({ ...outcome, ...to })}`
  if (!back || back.isPopup) return result
  const url = new URL(back.url)
  url.searchParams.set('result_uri', result)
  return url.href
}
