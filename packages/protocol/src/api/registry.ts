import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
const chainList = z
  .string()
  .check(z.maxLength(20_000), z.regex(/^(?:[-a-z0-9]{3,8}:[-\w]{1,32}(?:,[-a-z0-9]{3,8}:[-\w]{1,32})*)?$/))
const idList = z.string().check(z.maxLength(20_000), z.regex(/^[\w:.,-]*$/))
const page = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/i))
/** An app's own scheme (`trust://`, `metamask:`, `rainbow`) or a web address; never one that a browser would run. */
const link = z
  .string()
  .check(z.maxLength(2048), z.regex(/^(?!(?:javascript|data|vbscript|blob|file)\b)[a-z][a-z0-9+.-]*(?::\S*)?$/i))

/** One wallet of the registry, as every client of `/getWallets` knows it. */
export const wallet = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  badge_type: z.nullish(text),
  chains: z.nullish(z.array(text).check(z.maxLength(1000))),
  homepage: z.nullish(page),
  image_id: z.nullish(text),
  image_url: z.nullish(page),
  order: z.nullish(z.number()),
  mobile_link: z.nullish(link),
  desktop_link: z.nullish(link),
  webapp_link: z.nullish(page),
  /** Ours: opens a page in its in-app browser, with `{url}`, `{urlTwice}`, `{urlList64}`, `{hostPath}` and `{origin}` of that page. */
  browser_link: z.nullish(link),
  /** Ours: the URLs of the relays it uses; none says that any may do. */
  relays: z.nullish(z.array(text).check(z.maxLength(20))),
  app_store: z.nullish(page),
  play_store: z.nullish(page),
  chrome_store: z.nullish(page),
  rdns: z.nullish(text),
  injected: z.nullish(z.array(z.object({ namespace: z.nullish(text), injected_id: z.nullish(text) }))),
})
export type Wallet = z.infer<typeof wallet>

/** The wallet registry: each call is a GET of the same name, its input the query, its output JSON. */
export const registryApi = {
  getWallets: {
    input: z.object({
      ...caller,
      page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
      entries: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
      /** CAIP-2 ids, comma-joined: wallets that know at least one. */
      chains: z.optional(chainList),
      include: z.optional(idList),
      exclude: z.optional(idList),
      search: z.optional(z.string().check(z.maxLength(200))),
      badge_type: z.optional(z.enum(['certified', 'none'])),
    }),
    output: z.object({ data: z.array(wallet).check(z.maxLength(100)), count: z.int().check(z.nonnegative()) }),
  },
  getAnalyticsConfig: {
    input: z.object({ ...caller }),
    output: z.object({ isAnalyticsEnabled: z.boolean() }),
  },
} satisfies Contract

export const registryRoutes = {
  getWallets: { method: 'GET', path: '/getWallets' },
  getAnalyticsConfig: { method: 'GET', path: '/getAnalyticsConfig' },
} as const satisfies HttpRoutes<typeof registryApi>
