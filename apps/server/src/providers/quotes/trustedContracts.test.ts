import { swapContracts } from '@billfold/protocol/eip155/swapContracts'
import { expect, it } from 'vitest'
import { ethereum } from '../../../test/testUpstream.ts'
import { knownChains } from '../../chains/knownChains.ts'
import { hostedContracts } from './hosted/hostedContracts.ts'
import { createTrustedContracts, readOwnContracts } from './trustedContracts.ts'

const a = '0x000000000000000000000000000000000000000A'
const b = '0x000000000000000000000000000000000000000b'

it('trusts each source with its own contracts only', () => {
  const trusted = createTrustedContracts()
  expect(trusted(ethereum, '0x')).toEqual([hostedContracts['0x'].address])
  expect(trusted(ethereum, 'lifi')).toEqual([hostedContracts.lifi.address])
  expect(trusted({ ...ethereum, contracts: { permit2: a, universalRouter: b } }, 'uniswap')).toEqual([a, b])
  expect(trusted(ethereum, 'uniswap')).toEqual([])
  expect(trusted(ethereum, 'somebody')).toEqual([])
})

it('trusts none on a chain where another contract may have that address', () => {
  expect(createTrustedContracts()({ ...ethereum, id: 'eip155:324', reference: '324' }, '1inch')).toEqual([])
})

it("adds the operator's list, for that source on that chain", () => {
  const trusted = createTrustedContracts(
    readOwnContracts(`lifi:eip155:324:${a}, lifi:eip155:324:${b},0x:eip155:1:${a}`),
  )
  expect(trusted({ ...ethereum, id: 'eip155:324', reference: '324' }, 'lifi')).toEqual([a, b])
  expect(trusted(ethereum, '0x')).toEqual([hostedContracts['0x'].address, a])
  expect(trusted(ethereum, 'lifi')).toEqual([hostedContracts.lifi.address])
})

it.each(['0x', a, `lifi:${a}`, `lifi:eip155:1:${a}1`, 'lifi:solana:1:abc', `lifi:eip155:*:${a}`])(
  'rejects %s',
  (text) => {
    expect(() => readOwnContracts(text)).toThrow('SWAP_TRUSTED_CONTRACTS must be entries like lifi:eip155:1:0x…')
  },
)

it("equals the kit's list, address by address", () => {
  const listed = Object.fromEntries(
    Object.entries(knownChains).flatMap(([id, { contracts, wrappedNative }]) => {
      const { universalRouter, permit2, uniswapV3SwapRouter } = contracts
      const [uniswap, v3] = [swapContracts.uniswap?.[id], swapContracts['uniswap-v3']?.[id]]
      expect(v3).toEqual(
        uniswapV3SwapRouter && { router: uniswapV3SwapRouter, spender: uniswapV3SwapRouter, wrapped: wrappedNative },
      )
      expect(uniswap).toEqual(universalRouter && { router: universalRouter, spender: permit2, wrapped: wrappedNative })
      return uniswap ? [[id, uniswap]] : []
    }),
  )
  expect(swapContracts.uniswap).toEqual(listed)
  for (const [id, { address, chains }] of Object.entries(hostedContracts))
    expect(swapContracts[id]).toEqual(
      Object.fromEntries(Object.keys(chains).map((chain) => [chain, { router: address, spender: address }])),
    )
})
