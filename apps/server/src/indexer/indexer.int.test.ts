import type { Transaction } from '@billfold/protocol/api/history'
import { nftsApi } from '@billfold/protocol/api/nfts'
import { encodeFunctionData, getAddress, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNetwork } from '../../test/startTestNetwork.ts'
import { contentsOf } from '../../test/testFollower.ts'
import { createIndexedHistory } from '../providers/history/createIndexedHistory.ts'
import { createIndexedNfts } from '../providers/nfts/createIndexedNfts.ts'
import type { Hex } from './indexRows.ts'

// One network and one index for the whole file; tests build on the ones before.
let network: Awaited<ReturnType<typeof startTestNetwork>>
beforeAll(async () => {
  network = await startTestNetwork()
})
afterAll(() => network?.stop())

const erc20 = parseAbi([
  'function transfer(address,uint256) returns (bool)',
  'function transferFrom(address,address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function mint(address,uint256)',
])
const router = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256) returns (uint256[])',
])
const weth = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])
const erc721 = parseAbi(['function mint(address)', 'function transferFrom(address,address,uint256)'])
const erc1155 = parseAbi([
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function mint(address,uint256,uint256)',
])
const never = 4_000_000_000n
const moved = ({ transfers }: Transaction) =>
  transfers.map((t) => `${t.direction} ${t.quantity.numeric} ${t.fungible_info?.symbol ?? t.nft_info?.name}`)

test("lists everything that moves on a chain, in the clients' terms", async () => {
  const [alice, bob] = [network.account(1), network.account(2)]
  const hash = await network.send(alice, bob, '0x', parseEther('1.5'))
  const sent = await network.newest(alice)
  expect(sent.metadata).toMatchObject({ operationType: 'send', hash, chain: 'eip155:31337', status: 'confirmed' })
  expect(sent.metadata).toMatchObject({ sentFrom: alice, sentTo: bob })
  expect(Date.parse(sent.metadata.minedAt)).toBeGreaterThan(Date.UTC(2026, 0, 1))
  expect(moved(sent)).toEqual(['out 1.5 ETH'])
  const got = await network.newest(bob)
  expect([got.metadata.operationType, ...moved(got)]).toEqual(['receive', 'in 1.5 ETH'])

  await network.run(alice, network.tokenAt('USDC'), erc20, 'transfer', [bob, 12_500_000n])
  const paid = await network.newest(bob)
  expect([paid.metadata.operationType, ...moved(paid)]).toEqual(['receive', 'in 12.5 USDC'])
  expect(paid.transfers[0]).toMatchObject({ from: alice, to: bob, token: `eip155:31337:${network.tokenAt('USDC')}` })
  expect(paid.transfers[0]).not.toHaveProperty('suspicion')

  await network.run(alice, network.tokenAt('USDC'), erc20, 'approve', [bob, maxUint256])
  expect(await network.newest(alice)).toMatchObject({
    metadata: { operationType: 'approve' },
    transfers: [],
    approvals: [{ token: `eip155:31337:${network.tokenAt('USDC')}`, spender: bob, quantity: null }],
  })
  await network.run(alice, network.tokenAt('USDC'), erc20, 'approve', [bob, 2_500_000n])
  expect((await network.newest(alice)).approvals).toMatchObject([{ quantity: { numeric: '2.5' } }])

  await network.send(alice, alice, '0x', 7n)
  expect(moved(await network.newest(alice))).toEqual(['self 0.000000000000000007 ETH'])

  const failing = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [bob, maxUint256] })
  const gas = { from: alice, to: network.tokenAt('USDC'), data: failing, gas: '0x186a0' }
  await network.call('eth_sendTransaction', [gas]).catch(() => {}) // mined, and reported as the revert it is
  expect((await network.newest(alice)).metadata).toMatchObject({ operationType: 'send', status: 'failed' })
})

test('shows an exchange as one trade of its net amounts, even if the coin comes from a contract', async () => {
  const carol = network.account(3)
  const usdc = network.tokenAt('USDC')
  const v2 = network.chain.contracts.uniswapV2Router as Hex
  const path = [network.chain.wrappedNative, usdc]
  await network.run(carol, v2, router, 'swapExactETHForTokens', [0n, path, carol, never], parseEther('1'))
  const bought = await network.newest(carol)
  expect(bought.metadata).toMatchObject({ operationType: 'trade', application: { name: 'Uniswap' } })
  expect(moved(bought)).toEqual(['out 1 ETH', expect.stringMatching(/^in \d+(\.\d+)? USDC$/)])

  await network.run(carol, usdc, erc20, 'approve', [v2, maxUint256])
  await network.run(carol, v2, router, 'swapExactTokensForETH', [100_000_000n, 0n, path.toReversed(), carol, never])
  const sold = await network.newest(carol)
  expect(sold.metadata.operationType).toBe('trade')
  expect(moved(sold)).toEqual(['out 100 USDC', expect.stringMatching(/^in 0\.\d+ ETH$/)])

  await network.run(carol, network.chain.wrappedNative as Hex, weth, 'deposit', [], parseEther('2'))
  expect(moved(await network.newest(carol))).toEqual(['out 2 ETH', 'in 2 WETH'])
  await network.run(carol, network.chain.wrappedNative as Hex, weth, 'withdraw', [parseEther('2')])
  expect(moved(await network.newest(carol)).sort()).toEqual(['in 2 ETH', 'out 2 WETH'])
})

test('lists both kinds of NFTs, alone and in a batch', async () => {
  const dave = network.account(4)
  const [tiles, patterns] = network.nfts.map(({ address }) => address as Hex)
  await network.run(dave, tiles!, erc721, 'mint', [dave])
  const minted = await network.newest(dave)
  expect(minted.metadata.operationType).toBe('mint')
  expect(minted.transfers[0]?.nft_info).toMatchObject({ name: expect.stringMatching(/^Billfold Tiles #\d+$/) })
  const erin = network.account(5)
  await network.run(dave, patterns!, erc1155, 'mint', [dave, 1n, 10n])
  await network.run(dave, patterns!, erc1155, 'mint', [dave, 2n, 10n])
  await network.run(dave, patterns!, erc1155, 'safeTransferFrom', [dave, erin, 1n, 2n, '0x'])
  expect(moved(await network.newest(erin))).toEqual(['in 2 Billfold Patterns #1'])
  await network.run(dave, patterns!, erc1155, 'safeBatchTransferFrom', [dave, erin, [1n, 2n], [3n, 1n], '0x'])
  expect(moved(await network.newest(erin))).toEqual(['in 3 Billfold Patterns #1', 'in 1 Billfold Patterns #2'])
})

test("lists an account's collectibles as those received and not sent on", async () => {
  const nftsOf = createIndexedNfts(network.db)
  const [giver, taker] = [network.account(4), network.account(5)]
  const [tiles, patterns] = network.nfts.map(({ address }) => address as Hex)
  const held = async (owner: Hex) => {
    await network.follower.catchUp()
    const answer = nftsApi.getNfts.output.parse(await nftsOf(network.chain, owner))
    return new Map(answer.nfts.map((nft) => [`${nft.contract.split(':').at(-1)} ${nft.tokenId}`, nft]))
  }
  const idOf = (token: Hex, id: bigint) => `${token.toLowerCase()} ${id}`
  const before = [await held(giver), await held(taker)]
  const countOf = (all: Map<string, { quantity: string }>, key: string) => BigInt(all.get(key)?.quantity ?? 0)

  await network.run(giver, patterns!, erc1155, 'mint', [giver, 7n, 5n])
  await network.run(giver, patterns!, erc1155, 'safeTransferFrom', [giver, taker, 7n, 2n, '0x'])
  await network.run(giver, tiles!, erc721, 'mint', [giver])
  const [tile] = [...(await held(giver)).values()].filter(({ contract }) => contract.endsWith(tiles!.toLowerCase()))
  expect(tile).toMatchObject({ collection: 'Billfold Tiles', quantity: '1', isSpam: false })
  const seven = idOf(patterns!, 7n)
  expect(countOf(await held(giver), seven) - countOf(before[0]!, seven)).toBe(3n)
  expect(countOf(await held(taker), seven) - countOf(before[1]!, seven)).toBe(2n)

  // The latest is first, and sent ones are gone.
  const one = BigInt(tile!.tokenId)
  expect([...(await held(giver)).keys()][0]).toBe(idOf(tiles!, one))
  await network.run(giver, tiles!, erc721, 'transferFrom', [giver, taker, one])
  expect((await held(giver)).has(idOf(tiles!, one))).toBe(false)
  expect([...(await held(taker)).keys()][0]).toBe(idOf(tiles!, one))
})

test('marks what a thief puts into a history, and contains bidirectional text in names', async () => {
  const [thief, victim, friend] = [network.account(6), network.account(7), network.account(8)]
  await network.run(thief, network.tokenAt('USDT'), erc20, 'transferFrom', [victim, friend, 0n])
  const poison = await network.newest(victim)
  expect(moved(poison)).toEqual(['out 0 USDT'])
  expect(poison.transfers[0]?.suspicion).toBe('zero_value')

  const fake = await network.deploy(thief, 'PlainToken', ['Tether USD', 'US\u202eDT\u200b', 6, [victim], 5_000_000n])
  const gift = await network.newest(victim)
  expect(gift.transfers[0]).toMatchObject({ suspicion: 'fake_symbol', fungible_info: { symbol: 'USDT' } })
  expect(gift.transfers[0]?.token?.toLowerCase()).toBe(`eip155:31337:${fake}`)

  await network.deploy(thief, 'Collectible1155', ['Visit free-apes.com', 'APE', 'x', [victim], 1n])
  const spam = await network.newest(victim)
  expect(spam.transfers.map((t) => t.nft_info?.flags.is_spam)).toEqual([true, true])
  const { nfts } = await createIndexedNfts(network.db)(network.chain, victim)
  const isBait = (nft: { collection: string }) => nft.collection === 'Visit free-apes.com'
  expect(nfts.filter(isBait).map(({ isSpam }) => isSpam)).toEqual([true, true])
  expect(nfts.filter((nft) => !isBait(nft) && nft.isSpam)).toEqual([])
})

test('lists the addresses that an account paid, and none that took nothing or only sent to it', async () => {
  const [payer, first, second, thief] = [5, 6, 7, 8].map((at) => network.account(at)) as [Hex, Hex, Hex, Hex]
  await network.send(payer, first, '0x', 5n)
  await network.run(payer, network.tokenAt('USDT'), erc20, 'transfer', [second, 3n])
  await network.send(thief, payer, '0x', 1n)
  await network.run(thief, network.tokenAt('USDT'), erc20, 'transferFrom', [payer, thief, 0n])
  await network.follower.catchUp()
  const source = createIndexedHistory({ db: network.db, answersPartly: () => true })
  const paid = (limit: number) =>
    source.paid!({ chain: network.chain, address: payer, limit }, new AbortController().signal)
  const { data } = (await paid(100))!
  expect(data).toEqual(expect.arrayContaining([first, second].map((address) => getAddress(address))))
  expect(data).not.toContain(getAddress(thief))
  expect(data).not.toContain(getAddress(payer))
  expect(await paid(1)).toMatchObject({ data: [getAddress(second)], isWhole: false })
})

test('pages without gaps or duplicates while new transactions arrive', async () => {
  const [from, to] = [network.account(9), network.account(0)]
  const hashes: Hex[] = []
  for (let i = 1; i <= 12; i++) hashes.unshift(await network.send(from, to, '0x', BigInt(i)))
  await network.follower.catchUp()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await network.historyOf(from, 5, cursor)
    seen.push(...page.data.map(({ metadata }) => metadata.hash))
    cursor = page.next ?? undefined
    await network.send(from, to, '0x', 1n)
    await network.follower.catchUp()
  } while (cursor)
  expect(seen.slice(0, hashes.length)).toEqual(hashes)
  expect(new Set(seen).size).toBe(seen.length)
  const source = createIndexedHistory({ db: network.db, answersPartly: () => true })
  const query = { chain: network.chain, address: from, cursor: 'bm9wZQ', limit: 5 }
  expect(await source.history(query, new AbortController().signal)).toBeUndefined()
})

test('rolls back after a real fork, and ends with the index of a fresh read', async () => {
  const [alice, bob] = [network.account(1), network.account(2)]
  await network.follower.catchUp()
  const snapshot = await network.call('evm_snapshot')
  const undone = await network.send(alice, bob, '0x', 111n)
  await network.run(alice, network.tokenAt('DAI'), erc20, 'transfer', [bob, 222n])
  await network.follower.catchUp()
  expect((await network.historyOf(bob)).data.map(({ metadata }) => metadata.hash)).toContain(undone)

  await network.call('evm_revert', [snapshot])
  await network.run(alice, network.tokenAt('DAI'), erc20, 'transfer', [bob, 333n])
  await network.send(alice, bob, '0x', 444n)
  await network.send(alice, bob, '0x', 555n)
  const steps = await network.follower.catchUp()
  expect(steps.filter(({ rolledBackTo }) => rolledBackTo !== undefined)).toHaveLength(1)
  const after = (await network.historyOf(bob)).data
  expect(after.map(({ metadata }) => metadata.hash)).not.toContain(undone)
  expect(moved(after[0]!)).toEqual(['in 0.000000000000000555 ETH'])

  const fresh = await network.cluster.create()
  await network.follow(fresh.db).catchUp()
  expect(await contentsOf(network.db, 31337)).toEqual(await contentsOf(fresh.db, 31337))
})
