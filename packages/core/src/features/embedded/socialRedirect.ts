import { type SocialProvider, socialProviders } from '@billfold/protocol/frame/frameRequests'
import type { Kit } from '../../kit.ts'

const parameter = 'result_uri'
const key = '@appkit/social_provider'
const quietKey = '@billfold/social_without_dialog'

/** What is remembered while a visitor is away at a provider, and what they bring back in the address. */
export const socialRedirect = {
  key,
  /** Set where the page was left without the dialog: a page with a design of its own. */
  quietKey,
  /** An address without what an earlier login has left in it. */
  without(href: string): string {
    const url = new URL(href)
    url.searchParams.delete(parameter)
    // What Telegram tells a page of its visitor is for no one else.
    if (url.hash.startsWith('#tgWebApp')) url.hash = ''
    return url.href
  },
  /** What the visitor is back with, taken out of the address bar; nothing where this page sent no one away. */
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
