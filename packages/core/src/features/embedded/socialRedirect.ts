import { type SocialProvider, socialProviders } from '@billfold/protocol/frame/frameRequests'
import type { Kit } from '../../kit.ts'

const parameter = 'result_uri'
const key = '@appkit/social_provider'
const quietKey = '@billfold/social_without_dialog'

/** State stored during a provider redirect, and the result in the URL on return. */
export const socialRedirect = {
  key,
  /** Set if the redirect started without the dialog, by a page with its own UI. */
  quietKey,
  /** A URL without the leftovers of an earlier login. */
  without(href: string): string {
    const url = new URL(href)
    url.searchParams.delete(parameter)
    // Telegram's data on the visitor must not leak.
    if (url.hash.startsWith('#tgWebApp')) url.hash = ''
    return url.href
  },
  /** Takes the result out of the address bar; undefined if this page redirected no one. */
  take({
    ports: { page, storage },
  }: Kit): { provider: SocialProvider; resultUri: string; isQuiet: boolean } | undefined {
    const provider = socialProviders.find((each) => each === storage.get(key))
    const href = page.href()
    const resultUri = new URL(href).searchParams.get(parameter)
    const isQuiet = storage.get(quietKey) !== undefined
    storage.set(key, undefined)
    storage.set(quietKey, undefined)
    if (!provider || !resultUri || resultUri.length > 8192) return undefined
    const history = page.global('history') as History | undefined
    history?.replaceState(history.state, '', socialRedirect.without(href))
    return { provider, resultUri, isQuiet }
  },
}
