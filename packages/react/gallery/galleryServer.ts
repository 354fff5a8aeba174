import { fakeHttp } from '@billfold/core/ports/fakeHttp'
import type { HttpRequest } from '@billfold/core/ports/http'
import { KitError } from '@billfold/protocol/error'

type GalleryRequest = { path: string; query: URLSearchParams; body: unknown }
/** The response to a request: a value, or a promise of one. */
export type ServerAnswer = (request: GalleryRequest) => unknown
/** By the beginning of a path; the longest that fits answers. */
export type ServerAnswers = Readonly<Record<string, ServerAnswer>>

/** A response that never arrives, so that its caller keeps waiting. */
export const never: ServerAnswer = () => new Promise(() => undefined)
/** No answer can be had. */
export const down: ServerAnswer = () => {
  throw new KitError('unavailable')
}

/** Error statuses by response. */
const refusals = new WeakMap<object, number>()
const refuse =
  (status: number): ServerAnswer =>
  () => {
    const refusal = {}
    refusals.set(refusal, status)
    return refusal
  }
/** The response to an unknown project. */
export const unknownProject = refuse(401)

const names = ['MetaMask', 'Rainbow', 'Trust', 'Phantom', 'Zerion', 'Uniswap', 'Ledger', 'Safe', 'OKX', 'imToken']
const wallets = Array.from({ length: 96 }, (_, index) => {
  const name = names[index] ?? `Wallet ${index + 1}`
  return {
    id: `wallet-${index}`,
    name,
    homepage: `https://wallet-${index}.example`,
    chrome_store: `https://store.example/${index}`,
    app_store: `https://apps.example/${index}`,
    play_store: `https://play.example/${index}`,
    mobile_link: `wallet${index}://`,
    badge_type: index % 3 ? 'none' : 'certified',
  }
})

const list = (query: URLSearchParams, name: string) => query.get(name)?.split(',').filter(Boolean)

/** The registry's answer, from wallets made up for the gallery. */
const registry: ServerAnswer = ({ query }) => {
  const [include, exclude] = [list(query, 'include'), list(query, 'exclude') ?? []]
  const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
  const search = query.get('search')?.toLowerCase() ?? ''
  const matches = wallets.filter(
    ({ id, name, badge_type }) =>
      (!include || include.includes(id)) &&
      !exclude.includes(id) &&
      name.toLowerCase().includes(search) &&
      (query.get('badge_type') !== 'certified' || badge_type === 'certified'),
  )
  return { data: matches.slice((page - 1) * entries, page * entries), count: matches.length }
}

const usual: ServerAnswers = {
  '/getWallets': registry,
  '/getAnalyticsConfig': () => ({ isAnalyticsEnabled: false }),
  '/appkit/v1/config': () => ({
    features: [
      {
        id: 'embedded_login',
        isEnabled: true,
        config: ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'],
      },
    ],
  }),
}

/** The kit's server as a fixture wants it; nothing leaves the page. */
export function galleryServer(answers: ServerAnswers = {}) {
  const all = { ...usual, ...answers }
  const paths = Object.keys(all).sort((a, b) => b.length - a.length)
  return fakeHttp(async (request: HttpRequest) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = paths.find((each) => pathname.startsWith(each))
    const answer = path === undefined ? undefined : all[path]
    if (!answer) return { status: 404, body: {} }
    const body: unknown = request.body ? JSON.parse(request.body) : undefined
    const response = await answer({ path: pathname, query: searchParams, body })
    return { status: refusals.get(Object(response)) ?? 200, body: response }
  })
}

/** One wallet of the gallery's registry. */
export const registryWallet = (index: number) => wallets[index] as (typeof wallets)[number]
