import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text, chainIdText, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))

/** One collectible that an account holds. */
const nft = z.object({
  /** The collection's contract, CAIP-10. */
  contract: caip10Text,
  tokenId: z.string().check(z.regex(/^\d{1,78}$/)),
  /** The collection's name; empty if it has none. */
  collection: text,
  /** The name in its metadata; absent if there is none, or not yet. */
  name: z.optional(text),
  /** The quantity, for kinds with several units. */
  quantity: z.string().check(z.regex(/^\d{1,78}$/)),
  /** Unsolicited advertising: hidden unless requested. */
  isSpam: z.boolean(),
  /** Where our server shows its picture, if it has one. */
  image: z.optional(text),
  /** Its holder took it themselves; what came unasked may show anything. */
  isAsked: z.optional(z.boolean()),
})
export type Nft = z.infer<typeof nft>

/** An account's collectibles: ours, existing clients have no such call. */
export const nftsApi = {
  getNfts: {
    input: z.object({ ...caller, address: plainAddress, chainId: chainIdText }),
    output: z.object({
      nfts: z.array(nft).check(z.maxLength(500)),
      /** There are more than fit in one answer. */
      hasMore: z.boolean(),
      /** Names are still being read: asked again, more are known. */
      isNaming: z.optional(z.boolean()),
    }),
  },
} satisfies Contract

export const nftsRoutes = {
  getNfts: { method: 'GET', path: '/v1/account/:address/nfts' },
} as const satisfies HttpRoutes<typeof nftsApi>
