import type { Profile, profileApi } from '@billfold/protocol/api/profile'
import type { Handlers } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { createMemo } from '../caches/createMemo.ts'
import { lowerHex } from '../chains/eip155/hex.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import type { Names } from '../names/createNames.ts'
import { toProfile } from '../names/ownName.ts'
import { normalName } from '../providers/names/normalName.ts'
import { probeNames, tryInOrder } from '../providers/source.ts'
import type { IdentityDeps } from './identity.ts'
import { settle } from './settle.ts'

/**
 * Resolves a name to addresses, so that clients can send to it. Cached only briefly: money goes there, and a name's
 * owner may change it. Of an ENS name only Ethereum's own record is returned unless all are requested, because clients
 * take the first one, whatever network they send on.
 */
export function profileHandlers(
  deps: IdentityDeps & { names?: Names | undefined },
): Handlers<typeof profileApi, CallContext> {
  const { sources, breaker, metrics, names, deadlineMs = 6_000, ttlMs = 15_000 } = deps
  const memo = createMemo<Profile | undefined>({ ttlMs })

  const newTrial = () => {
    const signal = deadlineIn(deadlineMs * 2)
    return { signal, deadlineMs, breaker, metrics, scope: 'names', probe: probeNames }
  }

  async function look(name: string): Promise<Profile | undefined> {
    const answer = await tryInOrder(sources, (source, signal) => source.addressOf(name, signal), newTrial())
    return (
      answer && {
        name,
        registered: null,
        updated: null,
        addresses: { [ethereum]: { address: answer.value, created: null } },
        attributes: [],
        resolvedAt: new Date().toISOString(),
        source: answer.source,
      }
    )
  }

  /** Includes the name's records for other coins, which may exist without Ethereum's. */
  async function findAllRecords(name: string): Promise<Profile | undefined> {
    const signal = deadlineIn(deadlineMs)
    const known = await memo(name, () => look(name))
    const records = await Promise.all(sources.map((source) => source.othersOf?.(name, signal) ?? []))
    const others = records.flat().map(({ coinType, address }) => [coinType, { address, created: null }] as const)
    if (others.length === 0) return known
    const bare = { name, registered: null, updated: null, attributes: [], resolvedAt: new Date().toISOString() }
    return { ...bare, ...known, addresses: { ...Object.fromEntries(others), ...known?.addresses } }
  }
  const memoAll = createMemo<Profile | undefined>({ ttlMs })

  /** The account's primary ENS name, if it resolves back to the account. */
  async function findPrimaryName(address: string): Promise<Profile | undefined> {
    const ens = sources.filter(({ id }) => id !== 'own')
    const answer = await tryInOrder(ens, (source, signal) => source.nameOf(address, signal), newTrial())
    return answer && look(answer.value.name)
  }
  const memoBack = createMemo<Profile | undefined>({ ttlMs })

  return {
    getNames: async ({ address, apiVersion, coinTypes }, { signal }) => {
      const isEvm = /^0x[0-9a-fA-F]{40}$/.test(address)
      if (!isEvm && !isOther.test(address)) throw badParameter('address', 'This is not an address of any chain.')
      const own = names ? (await names.namesOf(address)).map((each) => toProfile(each, coinTypes)) : []
      // ENS reverse records are read for EVM accounts only.
      const back = isEvm ? [memoBack(lowerHex(address), () => findPrimaryName(lowerHex(address)))] : []
      const [ens] = await settle(back, signal)
      const profiles = [...own, ...(ens ? [ens] : [])]
      if (profiles.length === 0 && apiVersion !== '2')
        throw new KitError('not_found', { message: 'This account has no name.' })
      return profiles
    },
    getNameSuggestions: async ({ name, zone }) => {
      if (!names) return { suggestions: [] }
      if (zone !== undefined && zone !== names.parent)
        throw badParameter('zone', `Names are given away under ${names.parent} here.`)
      return { suggestions: await names.suggest(name) }
    },
    getProfile: async ({ name, apiVersion, coinTypes }, { signal }) => {
      const normal = normalName(name)
      if (!normal) throw badParameter('name', 'This is not a name: write it like alice.eth.')
      if (names?.isOurs(normal)) {
        const own = await names.find(normal)
        if (own) return toProfile(own, coinTypes)
      }
      const lookup =
        coinTypes === 'all' ? memoAll(normal, () => findAllRecords(normal)) : memo(normal, () => look(normal))
      const [profile] = await settle([lookup], signal)
      if (profile) return profile
      if (apiVersion === '2') return []
      throw new KitError('not_found', { message: 'This name resolves to no account.' })
    },
  }
}

/** Ethereum's coin type (SLIP-44). */
const ethereum = '60'
/** Accounts of non-EVM families. */
const isOther = /^(?!0x)[0-9A-Za-z]{25,90}$/
