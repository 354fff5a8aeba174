import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../../test/testDatabase.ts'
import type { OpenDatabase } from '../../db/openDatabase.ts'
import { type Hex, type TransferKind, transferKinds } from '../../indexer/indexRows.ts'
import { writeRows } from '../../indexer/writeRows.ts'
import { createDiscoveredTokens } from './createDiscoveredTokens.ts'

let cluster: TestCluster
let database: OpenDatabase
beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
})
afterAll(() => cluster?.stop())

const at = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const [alice, bob] = [at(0xa11ce), at(0xb0b)]
const signal = new AbortController().signal

const received = (block: number, token: Hex, recipient: Hex, kind: TransferKind = transferKinds.erc20) => ({
  block,
  txIndex: 0,
  logIndex: 0,
  part: 0,
  kind,
  token,
  sender: at(1),
  recipient,
  tokenId: null,
  amount: 5n,
})

it('finds the tokens that an account received, the latest first, without those it sent and collectibles', async () => {
  const transfers = [
    received(1, at(101), alice),
    received(2, at(102), alice),
    received(3, at(101), alice),
    received(4, at(103), bob),
    { ...received(5, at(104), bob), sender: alice },
    received(6, at(105), alice, transferKinds.erc721),
  ]
  const activity = transfers.flatMap(({ block, txIndex, sender, recipient }) =>
    [sender, recipient].map((address) => ({ block, txIndex, address, minedAt: 1_000 + block })),
  )
  await writeRows(database.db, 31337, { blocks: [], transactions: [], transfers, approvals: [], swaps: [], activity })
  const find = createDiscoveredTokens(database.db)
  expect(await find('eip155:31337', alice.toUpperCase().replace('0X', '0x'), signal)).toEqual([at(101), at(102)])
  expect(await find('eip155:31337', bob, signal)).toEqual([at(104), at(103)])
  expect(await find('eip155:1', alice, signal)).toEqual([])
  expect(await find('solana:mainnet', alice, signal)).toEqual([])
})
