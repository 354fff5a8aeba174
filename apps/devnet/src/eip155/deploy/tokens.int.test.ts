import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { type Address, erc20Abi, maxUint256, parseAbi, parseEther, parseSignature, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Devnet } from '../../startDevnet.ts'
import { devAccounts } from '../devAccounts.ts'
import { startQuietDevnet, tokenOf, viemPeer, viemWallet } from './testPeer.ts'

let devnet: Devnet
let chain: DevnetChain
beforeAll(async () => {
  devnet = await startQuietDevnet()
  chain = devnet.manifest.chains[0]!
})
afterAll(() => devnet.close())

const [alice, bob] = devAccounts as [(typeof devAccounts)[0], (typeof devAccounts)[0]]
const balanceOf = 'function balanceOf(address) view returns (uint256)'

// First, before the tests below spend any.
test('no account has spent a nonce, so that its first contract has a fixed address', async () => {
  const client = viemWallet(chain, alice.privateKey)
  for (const { address } of devAccounts) expect(await client.getTransactionCount({ address })).toBe(0)
})

test('every token describes itself as the manifest does, and every account holds some', async () => {
  const client = viemWallet(chain, alice.privateKey)
  for (const token of chain.tokens) {
    const read = { address: token.address as Address, abi: erc20Abi } as const
    expect(await client.readContract({ ...read, functionName: 'name' })).toBe(token.name)
    expect(await client.readContract({ ...read, functionName: 'symbol' })).toBe(token.symbol)
    expect(await client.readContract({ ...read, functionName: 'decimals' })).toBe(token.decimals)
    for (const { address } of devAccounts)
      expect(await client.readContract({ ...read, functionName: 'balanceOf', args: [address] })).toBeGreaterThan(0n)
  }
  expect(chain.tokens.map(({ kind }) => kind).sort()).toEqual(
    ['wrapped', 'permit', 'permit', 'noReturn', 'plain', 'plain', 'feeOnTransfer'].sort(),
  )
})

test('unwraps wrapped ether', async () => {
  const peer = viemPeer(chain, alice.privateKey)
  const weth = tokenOf(chain, 'WETH')
  const before = (await peer.read(weth, balanceOf, [peer.address])) as bigint
  await peer.write(weth, 'function deposit() payable', [], parseEther('2'))
  expect(await peer.read(weth, balanceOf, [peer.address])).toBe(before + parseEther('2'))
  const ether = await peer.ether(peer.address)
  await peer.write(weth, 'function withdraw(uint256)', [parseEther('2')])
  // All of it, minus the cost of the withdrawal itself.
  expect((await peer.ether(peer.address)) - ether).toBeGreaterThan(parseEther('1.999'))
})

test('the USDT-style token returns nothing, and changes an approval only through zero', async () => {
  const client = viemWallet(chain, alice.privateKey)
  const peer = viemPeer(chain, alice.privateKey)
  const usdt = tokenOf(chain, 'USDT')
  const { data } = await client.call({
    account: alice.address,
    to: usdt,
    data: `0xa9059cbb${bob.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  })
  expect(data).toBeUndefined()
  const approve = 'function approve(address,uint256)'
  await peer.write(usdt, approve, [bob.address, 5n])
  await expect(peer.write(usdt, approve, [bob.address, 6n])).rejects.toThrow('reset the approval to zero first')
  await peer.write(usdt, approve, [bob.address, 0n])
  await peer.write(usdt, approve, [bob.address, 6n])
})

test('the fee-on-transfer token delivers one percent less, and Uniswap v2 sells it by its own function', async () => {
  const peer = viemPeer(chain, bob.privateKey)
  const toll = tokenOf(chain, 'TOLL')
  const router = chain.contracts.uniswapV2Router as Address
  const carol = devAccounts[2]!.address
  const before = (await peer.read(toll, balanceOf, [carol])) as bigint
  await peer.write(toll, 'function transfer(address,uint256) returns (bool)', [carol, 1000n])
  expect(await peer.read(toll, balanceOf, [carol])).toBe(before + 990n)

  const args = (path: Address[]) => [parseEther('100'), 1n, path, peer.address, maxUint256]
  const path = [toll, tokenOf(chain, 'WETH')]
  await peer.write(toll, 'function approve(address,uint256) returns (bool)', [router, maxUint256])
  const plain = 'function swapExactTokensForETH(uint256,uint256,address[],address,uint256) returns (uint256[])'
  await expect(peer.write(router, plain, args(path))).rejects.toThrow('UniswapV2: K')
  const ether = await peer.ether(peer.address)
  const supporting =
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)'
  await peer.write(router, supporting, args(path))
  // 99 tokens at forty cents, of ether at three thousand.
  expect((await peer.ether(peer.address)) - ether).toBeGreaterThan(parseEther('0.012'))
})

test('a permit moves tokens by signature, once', async () => {
  const client = viemWallet(chain, alice.privateKey)
  const spender = viemPeer(chain, bob.privateKey)
  const usdc = tokenOf(chain, 'USDC')
  const value = parseUnits('12', 6)
  const message = { owner: alice.address, spender: bob.address, value, nonce: 0n, deadline: maxUint256 }
  const signature = await client.signTypedData({
    domain: { name: 'USD Coin', version: '1', chainId: chain.id, verifyingContract: usdc },
    primaryType: 'Permit',
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message,
  })
  const { v, r, s } = parseSignature(signature)
  const permit = 'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'
  const args = [alice.address, bob.address, value, maxUint256, Number(v), r, s]
  await spender.write(usdc, permit, args)
  await spender.write(usdc, 'function transferFrom(address,address,uint256) returns (bool)', [
    alice.address,
    bob.address,
    value,
  ])
  expect(await spender.read(usdc, balanceOf, [bob.address])).toBe(parseUnits('100012', 6))
  await expect(spender.write(usdc, permit, args)).rejects.toThrow()
})

test('serves owners and descriptions of collectibles', async () => {
  const client = viemWallet(chain, alice.privateKey)
  const [tiles, patterns] = chain.nfts as [(typeof chain.nfts)[0], (typeof chain.nfts)[0]]
  const erc721 = parseAbi([
    'function ownerOf(uint256) view returns (address)',
    'function tokenURI(uint256) view returns (string)',
  ])
  const read721 = { address: tiles.address as Address, abi: erc721 } as const
  expect(await client.readContract({ ...read721, functionName: 'ownerOf', args: [1n] })).toBe(alice.address)
  expect(await client.readContract({ ...read721, functionName: 'ownerOf', args: [4n] })).toBe(bob.address)
  const tokenUri = await client.readContract({ ...read721, functionName: 'tokenURI', args: [4n] })
  expect(tokenUri).toMatch(/\/erc721\/4\.json$/)
  expect(await (await fetch(tokenUri)).json()).toMatchObject({ name: expect.stringContaining('#4') })
  await expect(client.readContract({ ...read721, functionName: 'tokenURI', args: [999n] })).rejects.toThrow()

  const erc1155 = parseAbi([
    'function balanceOf(address,uint256) view returns (uint256)',
    'function uri(uint256) view returns (string)',
  ])
  const read1155 = { address: patterns.address as Address, abi: erc1155 } as const
  expect(await client.readContract({ ...read1155, functionName: 'balanceOf', args: [bob.address, 1n] })).toBe(5n)
  const template = await client.readContract({ ...read1155, functionName: 'uri', args: [2n] })
  const uri = template.replace('{id}', '2'.padStart(64, '0'))
  expect(await (await fetch(uri)).json()).toMatchObject({ name: expect.stringContaining('#2') })
})

test('pools of both Uniswaps hold the manifest’s tokens, and remember prices', async () => {
  const client = viemWallet(chain, alice.privateKey)
  const pairAbi = parseAbi([
    'function token0() view returns (address)',
    'function token1() view returns (address)',
    'function getReserves() view returns (uint112, uint112, uint32)',
    'function fee() view returns (uint24)',
    'function liquidity() view returns (uint128)',
    'function slot0() view returns (uint160, int24, uint16, uint16 cardinality, uint16 cardinalityNext, uint8, bool)',
  ])
  for (const pool of chain.pools) {
    const read = { address: pool.address as Address, abi: pairAbi } as const
    expect(await client.readContract({ ...read, functionName: 'token0' })).toBe(pool.token0)
    expect(await client.readContract({ ...read, functionName: 'token1' })).toBe(pool.token1)
    if (pool.protocol === 'uniswap-v2') {
      const [reserve0, reserve1] = await client.readContract({ ...read, functionName: 'getReserves' })
      expect(reserve0 > 0n && reserve1 > 0n).toBe(true)
    } else {
      expect(await client.readContract({ ...read, functionName: 'fee' })).toBe(pool.fee)
      expect(await client.readContract({ ...read, functionName: 'liquidity' })).toBeGreaterThan(0n)
    }
  }
  const fees = chain.pools.filter(({ protocol }) => protocol === 'uniswap-v3').map(({ fee }) => fee)
  expect([...new Set(fees)].sort((a, b) => a - b)).toEqual([100, 500, 3000, 10000])
  const main = chain.pools.find(({ protocol, fee }) => protocol === 'uniswap-v3' && fee === 500)!
  const slot0 = await client.readContract({ address: main.address as Address, abi: pairAbi, functionName: 'slot0' })
  expect(slot0[4]).toBe(48)
})
