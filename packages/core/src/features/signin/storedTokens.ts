import type { CaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import type { SiwxSession } from '../../model/siwx.ts'
import type { Storage } from '../../ports/storage.ts'
import { isSession } from './storedSessions.ts'

/** A sign-in with its tokens, and when the first of them expires. */
export type Token = { session: SiwxSession; token: string; refreshToken: string; endsAt: number }

const token = z.object({ session: z.unknown(), token: z.string(), refreshToken: z.string(), endsAt: z.number() })

/** The stored tokens: all in a list, and the current one under AppKit's key. */
export function storedTokens(storage: Storage, authKey: string) {
  const listKey = `${authKey}s`
  const all = (): readonly Token[] => {
    try {
      const list: unknown = JSON.parse(storage.get(listKey) ?? '[]')
      if (!Array.isArray(list)) return []
      return list.filter((each) => token.safeParse(each).success && isSession(each.session)) as Token[]
    } catch {
      return [] // not our format
    }
  }
  const set = (tokens: readonly Token[]) => {
    storage.set(listKey, tokens.length > 0 ? JSON.stringify(tokens) : undefined)
    if (!tokens.some((each) => each.token === storage.get(authKey))) storage.set(authKey, tokens.at(-1)?.token)
  }
  const isOf = (chainId: CaipNetworkId, address: string) => (each: Token) =>
    each.session.data.chainId === chainId && sameAddress(chainId, each.session.data.accountAddress, address)
  return {
    all,
    of: (chainId: CaipNetworkId, address: string): Token | undefined => all().find(isOf(chainId, address)),
    add(added: Token) {
      const { chainId, accountAddress } = added.session.data
      set([...all().filter((each) => !isOf(chainId, accountAddress)(each)), added])
      storage.set(authKey, added.token)
    },
    remove: (chainId: CaipNetworkId, address: string) => set(all().filter((each) => !isOf(chainId, address)(each))),
    use: (used: Token) => storage.set(authKey, used.token),
  }
}
