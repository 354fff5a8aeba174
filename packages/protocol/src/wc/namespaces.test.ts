import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  accountsIn,
  approveNamespaces,
  findForeignChain,
  isEventApproved,
  isMethodApproved,
  type ProposalNamespaces,
  proposalNamespaces,
  type SessionNamespaces,
  sessionNamespaces,
} from './namespaces.ts'

const families = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'cosmos:cosmoshub-4',
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'cip34:1-764824073',
  'elrond:1',
  'mvx:1',
  'near:mainnet',
  'tezos:mainnet',
  'bip122:000000000019d6689c085ae165831e93',
  'somenew:chain_1',
]

describe('namespaces', () => {
  it.each(families)('serve %s by the one mechanism', (chain) => {
    const family = chain.split(':')[0]!
    const request: ProposalNamespaces = { [family]: { chains: [chain], methods: ['sign'], events: ['changed'] } }
    const given: SessionNamespaces = { [family]: { accounts: [`${chain}:addr-1.x`], methods: ['sign'], events: [] } }
    expect(z.safeParse(proposalNamespaces, request).success).toBe(true)
    expect(z.safeParse(sessionNamespaces, given).success).toBe(true)
    expect(isMethodApproved(given, chain, 'sign')).toBe(true)
    expect(isMethodApproved(given, chain, 'send')).toBe(false)
    expect(isEventApproved(given, chain, 'changed')).toBe(false)
    expect(isMethodApproved(given, `${family}:other`, 'sign')).toBe(false)
  })

  it.each([
    { eip155: { accounts: ['solana:x:y'], methods: [], events: [] } },
    { 'eip155:1': { accounts: ['eip155:10:0xa'], methods: [], events: [] } },
  ])('of a session hold accounts of their own chains', (wrong) => {
    expect(findForeignChain(wrong)?.name).toBe('unsupported_chains')
  })

  it.each([
    { E: { accounts: [], methods: [], events: [] } },
    { __proto__x: { accounts: [], methods: [], events: [] } },
    { eip155: { accounts: ['eip155:1'], methods: [], events: [] } },
    { eip155: { accounts: ['eip155:1:0xa:b'], methods: [], events: [] } },
    { eip155: { accounts: ['eip155::0xa'], methods: [], events: [] } },
    { eip155: { accounts: 'eip155:1:0xa', methods: [], events: [] } },
    { eip155: { accounts: [], methods: [1], events: [] } },
    { eip155: { accounts: [], methods: [] } },
  ])('refuse malformed ones', (wrong) => {
    expect(z.safeParse(sessionNamespaces, wrong).success).toBe(false)
  })

  it('satisfies every supported requirement of a proposal, and never exceeds it', () => {
    const chain = fc.constantFrom('eip155:1', 'eip155:10', 'solana:a', 'near:mainnet')
    const words = fc.uniqueArray(fc.constantFrom('m1', 'm2', 'm3'))
    const entry = fc.record({ chains: fc.uniqueArray(chain, { minLength: 1 }), methods: words, events: words })
    const proposal = entry.map(({ chains, methods, events }) => {
      const result: ProposalNamespaces = {}
      for (const c of chains) {
        const family = c.split(':')[0]!
        result[family] = { chains: [...(result[family]?.chains ?? []), c], methods, events }
      }
      return result
    })
    const supported: SessionNamespaces = {
      eip155: { accounts: ['eip155:1:0xa', 'eip155:10:0xa'], methods: ['m1', 'm2', 'm3'], events: ['m1', 'm2', 'm3'] },
      solana: { accounts: ['solana:a:b'], methods: ['m1', 'm2', 'm3'], events: ['m1', 'm2', 'm3'] },
      near: { accounts: ['near:mainnet:b'], methods: ['m1', 'm2', 'm3'], events: ['m1', 'm2', 'm3'] },
    }
    fc.assert(
      fc.property(proposal, proposal, (required, optional) => {
        const given = approveNamespaces(required, optional, supported)
        for (const { chains = [], methods, events } of Object.values(required))
          for (const chain of chains) {
            expect(methods.every((method) => isMethodApproved(given, chain, method))).toBe(true)
            expect(events.every((event) => isEventApproved(given, chain, event))).toBe(true)
          }
        for (const account of accountsIn(given))
          expect(
            [...Object.values(required), ...Object.values(optional)].some((e) =>
              e.chains?.some((c) => account.startsWith(`${c}:`)),
            ),
          ).toBe(true)
      }),
    )
  })
})
