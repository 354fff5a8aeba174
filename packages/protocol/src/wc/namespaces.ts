import * as z from 'zod/mini'
import type { WcErrorName } from './wcErrors.ts'

// CAIP-2 and CAIP-10 as published: any family, known to us or not.
const familyPattern = /^[-a-z0-9]{3,8}$/
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

const names = z.array(z.string().check(z.minLength(1), z.maxLength(128))).check(z.maxLength(500))
const chains = z.array(z.string().check(z.regex(chainPattern))).check(z.maxLength(500))
const key = z.string().check(z.refine((s) => isFamily(s) || isChainId(s), 'a namespace is a family or a chain'))

/** A site's requested namespaces, by family (`eip155`) or by chain (`eip155:1`). */
export const proposalNamespaces = z.record(key, z.object({ chains: z.optional(chains), methods: names, events: names }))

/** A wallet's granted namespaces: accounts, and their methods and events. */
export const sessionNamespaces = z.record(
  key,
  z.object({
    chains: z.optional(chains),
    accounts: z.array(z.string().check(z.regex(accountPattern))).check(z.maxLength(1_000)),
    methods: names,
    events: names,
  }),
)

export type ProposalNamespaces = z.infer<typeof proposalNamespaces>
export type SessionNamespaces = z.infer<typeof sessionNamespaces>
/** Why namespaces are refused: the protocol's code for it, and what exactly. */
export type NamespaceProblem = { name: WcErrorName; detail: string }

const isFamily = (text: string): boolean => familyPattern.test(text)
export const isChainId = (text: string): boolean => chainPattern.test(text)
export const isAccountId = (text: string): boolean => accountPattern.test(text)

/** `eip155` of `eip155`, `eip155:1` and `eip155:1:0x…` alike. */
export const familyOf = (id: string): string => id.split(':', 1)[0] ?? id

/** The chain an account lives on. */
export const chainOfAccount = (account: string): string => accountPattern.exec(account)?.[1] ?? ''

/** The address in an account. */
export const addressOfAccount = (account: string): string => accountPattern.exec(account)?.[2] ?? ''

/** The chains an entry is about: those it lists, or the one in its key. */
export function chainsOf(key: string, entry: { chains?: string[] | undefined; accounts?: string[] }): string[] {
  const named = isChainId(key) ? [key] : []
  return unique([...named, ...(entry.chains ?? []), ...(entry.accounts ?? []).map(chainOfAccount)])
}

/** Where what a wallet gave contradicts itself: a chain under a family that it does not belong to. */
export function findForeignChain(given: SessionNamespaces): NamespaceProblem | undefined {
  for (const [key, entry] of Object.entries(given)) {
    const problem = findForeign(key, [...(entry.chains ?? []), ...entry.accounts.map(chainOfAccount)])
    if (problem) return problem
  }
  return undefined
}

/** The first requirement of a site that a wallet did not grant: chains, methods, then events. */
export function findUnmet(required: ProposalNamespaces, given: SessionNamespaces): NamespaceProblem | undefined {
  for (const [key, entry] of Object.entries(required)) {
    const chains = chainsOf(key, entry)
    for (const chain of chains.length > 0 ? chains : chainsIn(given, key)) {
      const { accounts, methods, events } = grantsOn(given, chain)
      if (accounts.length === 0) return { name: 'unsupported_chains', detail: `${chain} was not granted` }
      const method = entry.methods.find((name) => !methods.includes(name))
      if (method !== undefined) return { name: 'unsupported_methods', detail: `${method} was not granted on ${chain}` }
      const event = entry.events.find((name) => !events.includes(name))
      if (event !== undefined) return { name: 'unsupported_events', detail: `${event} was not granted on ${chain}` }
    }
    if (chains.length === 0 && chainsIn(given, key).length === 0)
      return { name: 'unsupported_namespace_key', detail: `${key} was not granted` }
  }
  return undefined
}

const chainsIn = (given: SessionNamespaces, family: string): string[] =>
  unique(accountsIn(given).map(chainOfAccount)).filter((chain) => familyOf(chain) === family)

/** A session's grants on one chain: the entries for it and its family, merged. */
export function grantsOn(given: SessionNamespaces, chain: string) {
  const entries = Object.entries(given).filter(([key]) => key === chain || key === familyOf(chain))
  return {
    accounts: unique(entries.flatMap(([, { accounts }]) => accounts.filter((a) => chainOfAccount(a) === chain))),
    methods: unique(entries.flatMap(([, { methods }]) => methods)),
    events: unique(entries.flatMap(([, { events }]) => events)),
  }
}

/** Whether a session allows a method on a chain: it has an account there and the method is listed. */
export function isMethodApproved(given: SessionNamespaces, chain: string, method: string): boolean {
  const { accounts, methods } = grantsOn(given, chain)
  return accounts.length > 0 && methods.includes(method)
}

/** Whether a session allows an event on a chain. */
export function isEventApproved(given: SessionNamespaces, chain: string, event: string): boolean {
  const { accounts, events } = grantsOn(given, chain)
  return accounts.length > 0 && events.includes(event)
}

/** All accounts of a session, in the order the wallet gave them. */
export const accountsIn = (given: SessionNamespaces): string[] =>
  unique(Object.values(given).flatMap(({ accounts }) => accounts))

/** The namespaces that a wallet grants to a proposal: the requested ones among `supported`. */
export function approveNamespaces(
  required: ProposalNamespaces,
  optional: ProposalNamespaces,
  supported: SessionNamespaces,
): SessionNamespaces {
  const given: SessionNamespaces = {}
  for (const [key, entry] of [...Object.entries(required), ...Object.entries(optional)]) {
    const family = familyOf(key)
    const before = given[family] ?? { chains: [], accounts: [], methods: [], events: [] }
    const chains = chainsOf(key, entry).filter((chain) => grantsOn(supported, chain).accounts.length > 0)
    const grants = chains.map((chain) => grantsOn(supported, chain))
    if (chains.length === 0) continue
    given[family] = {
      chains: unique([...(before.chains ?? []), ...chains]),
      accounts: unique([...before.accounts, ...grants.flatMap(({ accounts }) => accounts)]),
      methods: unique([...before.methods, ...entry.methods.filter((m) => grants.some((g) => g.methods.includes(m)))]),
      events: unique([...before.events, ...entry.events.filter((e) => grants.some((g) => g.events.includes(e)))]),
    }
  }
  return given
}

function findForeign(key: string, chains: string[]): NamespaceProblem | undefined {
  const foreign = chains.find((chain) => (isChainId(key) ? chain !== key : familyOf(chain) !== key))
  return foreign === undefined
    ? undefined
    : { name: 'unsupported_chains', detail: `${foreign} does not belong to ${key}` }
}

const unique = (list: string[]): string[] => [...new Set(list)]
