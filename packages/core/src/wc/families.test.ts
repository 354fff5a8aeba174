import { expect, test } from 'vitest'
import { chainNamed, isForWalletOnly, isIdempotent, proposalOf } from './families.ts'

const chains = [
  'eip155:1',
  'eip155:10',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'cosmos:cosmoshub-4',
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  'cip34:1-764824073',
  'elrond:1',
  'mvx:1',
  'near:mainnet',
  'tezos:mainnet',
  'stacks:1',
]

test('applies one rule to every family, known or not', () => {
  const proposal = proposalOf(chains)
  for (const [family, { chains: own }] of Object.entries(proposal))
    expect(own?.map((chain) => chain.split(':')[0])).toEqual(own?.map(() => family))
  expect(Object.keys(proposal)).toHaveLength(12)
  expect(proposal.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
  expect(proposal.eip155?.methods).toHaveLength(24)
  expect(proposal.tezos?.methods).toContain('tezos_sign')
  expect(proposal.mvx?.methods).toEqual(proposal.elrond?.methods)
  expect(proposal.stacks?.methods).toEqual([])
  expect(proposalOf(['stacks:1'], { stacks: ['stx_sign'] }).stacks?.methods).toEqual(['stx_sign'])
  for (const { events } of Object.values(proposal)) expect(events).toEqual(['accountsChanged', 'chainChanged'])
})

test('requests Solana under its older name too, and recognizes it', () => {
  expect(proposalOf(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']).solana?.chains).toEqual([
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  ])
  expect(chainNamed('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(chainNamed('eip155:1')).toBe('eip155:1')
})

test('retries signatures and queries, but never what sends or may send', () => {
  const chains = [
    'eip155:1',
    'solana:a',
    'bip122:a',
    'polkadot:a',
    'cosmos:a',
    'algorand:a',
    'near:a',
    'tezos:a',
    'cip34:a',
  ]
  const methods = Object.values(proposalOf([...chains, 'mvx:a'])).flatMap((family) => family.methods)
  const repeated = methods.filter(isIdempotent)
  for (const method of repeated) expect(method).not.toMatch(/send|submit|psbt|signIn|signOut|_add|grant|request/i)
  expect(repeated).toEqual(
    expect.arrayContaining([
      'personal_sign',
      'eth_signTypedData_v4',
      'solana_signMessage',
      'signMessage',
      'algo_signTxn',
    ]),
  )
  for (const method of [
    'eth_sendTransaction',
    'wallet_sendCalls',
    'solana_signAndSendTransaction',
    'sendTransfer',
    'made_up',
  ])
    expect(isIdempotent(method)).toBe(false)
})

test('sends what a person signs to a wallet only', () => {
  for (const method of ['personal_sign', 'eth_signTypedData_v5', 'wallet_anything', 'eth_sendTransaction'])
    expect(isForWalletOnly('eip155:1', method)).toBe(true)
  for (const method of ['eth_call', 'eth_sendRawTransaction', 'eth_getBalance', 'constructor'])
    expect(isForWalletOnly('eip155:1', method)).toBe(false)
  expect(isForWalletOnly('solana:x', 'solana_signMessage')).toBe(true)
  expect(isForWalletOnly('constructor', 'x')).toBe(false)
})
