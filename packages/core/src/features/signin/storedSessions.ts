import { type CaipNetworkId, isNamespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import type { SiwxSession } from '../../model/siwx.ts'
import type { Storage } from '../../ports/storage.ts'

const text = z.string().check(z.maxLength(20_000))
const moment = z.optional(z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))))
const session = z.object({
  data: z.object({
    accountAddress: text,
    chainId: z.string().check(z.refine((id) => isNamespace(id.split(':')[0]))),
    domain: text,
    uri: text,
    version: text,
    nonce: text,
    statement: z.optional(text),
    resources: z.optional(z.array(text)),
    requestId: z.optional(text),
    notBefore: moment,
    issuedAt: moment,
    expirationTime: moment,
  }),
  message: text,
  signature: text,
  cacao: z.optional(z.unknown()),
})

/** Whether a stored value is a sign-in. */
export const isSession = (value: unknown): value is SiwxSession => session.safeParse(value).success

/** The stored sign-ins under AppKit's key; drops invalid values. */
export function storedSessions(storage: Storage, key: string) {
  const all = (): readonly SiwxSession[] => {
    try {
      const list: unknown = JSON.parse(storage.get(key) ?? '[]')
      if (!Array.isArray(list)) return []
      return list.filter(isSession)
    } catch {
      return [] // not our format
    }
  }
  const set = (sessions: readonly SiwxSession[]) =>
    storage.set(key, sessions.length > 0 ? JSON.stringify(sessions) : undefined)
  const isOf = (chainId: CaipNetworkId, address: string) => (each: SiwxSession) =>
    each.data.chainId === chainId && sameAddress(chainId, each.data.accountAddress, address)
  return {
    set,
    /** Replaces the account's earlier one on that chain. */
    add(added: SiwxSession) {
      const { chainId, accountAddress } = added.data
      set([...all().filter((each) => !isOf(chainId, accountAddress)(each)), added])
    },
    remove: (chainId: CaipNetworkId, address: string) => set(all().filter((each) => !isOf(chainId, address)(each))),
    /** The valid sign-ins of an account on a chain. */
    of: (chainId: CaipNetworkId, address: string, now: number) =>
      all().filter((each) => isOf(chainId, address)(each) && holds(each, now)),
  }
}

function holds({ data: { notBefore, issuedAt, expirationTime } }: SiwxSession, now: number): boolean {
  const begins = Date.parse(notBefore ?? issuedAt ?? '')
  return !(begins > now) && !(Date.parse(expirationTime ?? '') <= now)
}
