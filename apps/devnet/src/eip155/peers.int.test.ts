import { type Address, encodeAbiParameters, encodePacked, maxUint256, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Devnet } from '../startDevnet.ts'
import { ethersPeer, startQuietDevnet, tokenOf, viemPeer, viemWallet } from './deploy/testPeer.ts'
import { devAccounts } from './devAccounts.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startQuietDevnet({ chainIds: [31337, 31338] })
})
afterAll(() => devnet.close())

const balanceOf = 'function balanceOf(address) view returns (uint256)'
const transfer = 'function transfer(address,uint256) returns (bool)'
const approve = 'function approve(address,uint256) returns (bool)'
const getAmountsOut = 'function getAmountsOut(uint256,address[]) view returns (uint256[])'
const swapEth = 'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])'
const swapTokens = 'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256) returns (uint256[])'
// Quoters are not `view`, as they revert their own swap, but calls return the quote.
const quoteSingle =
  'function quoteExactInputSingle((address,address,uint256,uint24,uint160)) view returns (uint256,uint160,uint32,uint256)'
const quotePath = 'function quoteExactInput(bytes,uint256) view returns (uint256,uint160[],uint32[],uint256)'
const swapSingle =
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160)) payable returns (uint256)'
const swapPath = 'function exactInput((bytes,address,uint256,uint256,uint256)) payable returns (uint256)'

describe.each([
  ['viem', viemPeer, 1],
  ['ethers', ethersPeer, 2],
] as const)('%s', (_, connect, account) => {
  test.each([0, 1])('reads, sends and swaps on chain %i', async (index) => {
    const chain = devnet.manifest.chains[index]!
    const peer = connect(chain, devAccounts[account]!.privateKey)
    const contracts = chain.contracts as Record<string, Address>
    const { uniswapV2Router, uniswapV3QuoterV2, uniswapV3SwapRouter } = contracts
    const [weth, usdc, dai, usdt] = ['WETH', 'USDC', 'DAI', 'USDT'].map((symbol) => tokenOf(chain, symbol)) as [
      Address,
      Address,
      Address,
      Address,
    ]
    const held = async (token: Address, owner = peer.address) => (await peer.read(token, balanceOf, [owner])) as bigint
    /** Runs a swap and returns its output. */
    const gained = async (token: Address, swap: () => Promise<void>) => {
      const before = await held(token)
      await swap()
      return (await held(token)) - before
    }

    expect(await peer.ether(peer.address)).toBe(parseEther('10000'))
    expect(await held(usdc)).toBe(parseUnits('100000', 6))

    const friend = privateKeyToAddress(generatePrivateKey())
    await peer.write(usdc, transfer, [friend, parseUnits('25', 6)])
    expect(await held(usdc, friend)).toBe(parseUnits('25', 6))
    expect(await held(usdc)).toBe(parseUnits('99975', 6))

    const one = parseEther('1')
    const [, v2Quote] = (await peer.read(uniswapV2Router!, getAmountsOut, [one, [weth, dai]])) as [bigint, bigint]
    expect(v2Quote > parseEther('2950') && v2Quote < parseEther('3050')).toBe(true)
    const swapForDai = () =>
      peer.write(uniswapV2Router!, swapEth, [v2Quote, [weth, dai], peer.address, maxUint256], one)
    expect(await gained(dai, swapForDai)).toBe(v2Quote)

    const hundred = parseUnits('100', 6)
    await peer.write(usdc, approve, [uniswapV2Router, hundred])
    const [, stable] = (await peer.read(uniswapV2Router!, getAmountsOut, [hundred, [usdc, dai]])) as [bigint, bigint]
    const swapStable = () =>
      peer.write(uniswapV2Router!, swapTokens, [hundred, stable, [usdc, dai], peer.address, maxUint256])
    expect(await gained(dai, swapStable)).toBe(stable)

    const [v3Quote] = (await peer.read(uniswapV3QuoterV2!, quoteSingle, [[weth, usdc, one, 500, 0n]])) as [bigint]
    expect(v3Quote > parseUnits('2950', 6) && v3Quote < parseUnits('3050', 6)).toBe(true)
    const v3Swap = [weth, usdc, 500, peer.address, maxUint256, one, v3Quote, 0n]
    expect(await gained(usdc, () => peer.write(uniswapV3SwapRouter!, swapSingle, [v3Swap], one))).toBe(v3Quote)

    const path = encodePacked(['address', 'uint24', 'address', 'uint24', 'address'], [weth, 500, usdc, 100, usdt])
    const [pathQuote] = (await peer.read(uniswapV3QuoterV2!, quotePath, [path, one])) as [bigint]
    const pathSwap = [path, peer.address, maxUint256, one, pathQuote]
    expect(await gained(usdt, () => peer.write(uniswapV3SwapRouter!, swapPath, [pathSwap], one))).toBe(pathQuote)
  })
})

test('has the same contracts on both chains, at different prices', async () => {
  const [first, second] = devnet.manifest.chains
  expect(second!.contracts).toEqual(first!.contracts)
  const quotes = await Promise.all(
    devnet.manifest.chains.map((chain) => {
      const peer = viemPeer(chain, devAccounts[0]!.privateKey)
      const single = [tokenOf(chain, 'WETH'), tokenOf(chain, 'USDC'), parseEther('1'), 3000, 0n]
      return peer.read(chain.contracts.uniswapV3QuoterV2 as Address, quoteSingle, [single]) as Promise<[bigint]>
    }),
  )
  expect(quotes[0]![0]).not.toBe(quotes[1]![0])
})

test('Permit2 and the universal router: one signature, a v2 and a v3 swap in one transaction', async () => {
  const chain = devnet.manifest.chains[0]!
  const client = viemWallet(chain, devAccounts[3]!.privateKey)
  const peer = viemPeer(chain, devAccounts[3]!.privateKey)
  const { permit2, universalRouter } = chain.contracts as Record<string, Address>
  const [usdc, dai, weth] = ['USDC', 'DAI', 'WETH'].map((symbol) => tokenOf(chain, symbol)) as [
    Address,
    Address,
    Address,
  ]
  await peer.write(usdc, approve, [permit2, maxUint256])

  const details = { token: usdc, amount: parseUnits('200', 6), expiration: 2 ** 47, nonce: 0 }
  const permit = { details, spender: universalRouter!, sigDeadline: maxUint256 }
  const permitDetails = [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ] as const
  const signature = await client.signTypedData({
    domain: { name: 'Permit2', chainId: chain.id, verifyingContract: permit2! },
    primaryType: 'PermitSingle',
    types: {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: permitDetails,
    },
    message: permit,
  })
  const permitInput = encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          { name: 'details', type: 'tuple', components: permitDetails },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
      },
      { type: 'bytes' },
    ],
    [permit, signature],
  )
  const swapTypes = [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }] as const
  const amount = parseUnits('100', 6)
  const v2Input = encodeAbiParameters(
    [...swapTypes, { type: 'address[]' }, { type: 'bool' }],
    [peer.address, amount, 1n, [usdc, dai], true],
  )
  const v3Path = encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth])
  const v3Input = encodeAbiParameters(
    [...swapTypes, { type: 'bytes' }, { type: 'bool' }],
    [peer.address, amount, 1n, v3Path, true],
  )

  const held = (token: Address) => peer.read(token, balanceOf, [peer.address]) as Promise<bigint>
  const before = { usdc: await held(usdc), dai: await held(dai), weth: await held(weth) }
  const [, daiQuote] = (await peer.read(chain.contracts.uniswapV2Router as Address, getAmountsOut, [
    amount,
    [usdc, dai],
  ])) as [bigint, bigint]
  const [wethQuote] = (await peer.read(chain.contracts.uniswapV3QuoterV2 as Address, quotePath, [v3Path, amount])) as [
    bigint,
  ]
  // PERMIT2_PERMIT, V2_SWAP_EXACT_IN, V3_SWAP_EXACT_IN
  await peer.write(universalRouter!, 'function execute(bytes,bytes[],uint256) payable', [
    '0x0a0800',
    [permitInput, v2Input, v3Input],
    maxUint256,
  ])
  expect(before.usdc - (await held(usdc))).toBe(2n * amount)
  expect((await held(dai)) - before.dai).toBe(daiQuote)
  expect((await held(weth)) - before.weth).toBe(wethQuote)
})
