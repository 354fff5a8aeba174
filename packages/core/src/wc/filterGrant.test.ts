import type { ProposalNamespaces, SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { accountsIn, chainOfAccount, chainsOf, grantsOn } from '@billfold/protocol/wc/namespaces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExcess } from '../../test/walletConnect/findExcess.ts'
import { filterGrant } from './filterGrant.ts'

const chains = ['eip155:1', 'eip155:10', 'eip155:137']
const names = ['a', 'b', 'c']
const offer = fc.record({
  chains: fc.subarray(chains),
  methods: fc.subarray(names),
  events: fc.subarray(names),
})
const requested: fc.Arbitrary<ProposalNamespaces[]> = fc.array(fc.record({ eip155: offer }), {
  minLength: 1,
  maxLength: 2,
})
const entry = fc.record({
  accounts: fc.subarray(chains).map((some) => some.map((chain) => `${chain}:0x1`)),
  methods: fc.subarray(names),
  events: fc.subarray(names),
})
const given: fc.Arbitrary<SessionNamespaces> = fc.record(
  { eip155: entry, cosmos: fc.constant({ accounts: ['cosmos:hub:x'], methods: names, events: names }) },
  { requiredKeys: [] },
)

test('keeps exactly what was requested, and fails only without an account', () => {
  fc.assert(
    fc.property(given, requested, (shared, proposals) => {
      const isAsked = (chain: string) =>
        proposals.some((p) => Object.entries(p).some(([key, o]) => chainsOf(key, o).includes(chain)))
      const wanted = accountsIn(shared).filter((account) => isAsked(chainOfAccount(account)))
      const granted = filterGrant(shared, proposals)
      if ('problem' in granted) {
        expect(wanted).toEqual([])
        return
      }
      expect(accountsIn(granted.namespaces)).toEqual(wanted)
      expect(findExcess(granted.namespaces, proposals)).toBeUndefined()
      const everywhere = (name: string) => proposals.every(({ eip155 }) => eip155?.methods.includes(name))
      const { methods } = grantsOn(granted.namespaces, chainOfAccount(wanted[0]!))
      for (const name of shared.eip155?.methods ?? []) if (everywhere(name)) expect(methods).toContain(name)
    }),
  )
})

test('rejects a contradictory grant', () => {
  const proposals = [{ eip155: { chains, methods: names, events: [] } }]
  const mixed = { eip155: { accounts: ['eip155:1:0x1', 'solana:abc:x'], methods: [], events: [] } }
  expect(filterGrant(mixed, proposals)).toMatchObject({ problem: { name: 'unsupported_chains' } })
})
