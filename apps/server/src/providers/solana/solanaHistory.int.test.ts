import { deriveDevKeys } from '@billfold/devnet/solana/devKeys'
import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { decodeBase58 } from '@billfold/protocol/base58'
import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { createChains } from '../../chains/createChains.ts'
import { solanaFromDevnet } from '../../chains/solana/solanaFromDevnet.ts'
import { createApp } from '../../createApp.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import { createSources } from '../createSources.ts'

let node: TestChain
let ask: (address: string, cursor?: string) => Promise<{ data: Row[]; next: string | null; source: string }>
type Row = { metadata: Record<string, unknown>; transfers: Record<string, unknown>[] }

beforeAll(async () => {
  node = await startTestChain()
  const chains = createChains([solanaFromDevnet(node.chain)])
  const rpc = createRpc({ chains })
  const app = createApp(appDeps({ chains, rpc, sources: createSources({ chains, rpc }) }))
  ask = async (address, cursor) => {
    const query = new URLSearchParams({ projectId: 'shop', chainId: 'solana:localnet', ...(cursor && { cursor }) })
    const answer = await app.request(`http://api.test/v1/account/${address}/history?${query}`)
    expect(answer.status).toBe(200)
    return answer.json()
  }
})
afterAll(() => node.close())

const keys = deriveDevKeys(10)
const keypair = (index: number) => Keypair.fromSecretKey(decodeBase58(keys[index]!.privateKey))
const send = (index: number, ...instructions: TransactionInstruction[]) =>
  sendAndConfirmTransaction(new Connection(node.chain.rpcUrl, 'confirmed'), new Transaction().add(...instructions), [
    keypair(index),
  ])
const coins = (from: number, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: keypair(from).publicKey, toPubkey: to, lamports })

function tokens(symbol: string, from: number, to: string, amount: bigint) {
  const { address, program, decimals } = node.chain.tokens.find((token) => token.symbol === symbol)!
  const at = (owner: string) => new PublicKey(associatedAddress(owner, address, program))
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(amount, 1)
  data[9] = decimals
  const read = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
  const write = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
  return new TransactionInstruction({
    programId: new PublicKey(program),
    keys: [
      write(at(keys[from]!.address)),
      read(new PublicKey(address)),
      write(at(to)),
      { ...read(keypair(from).publicKey), isSigner: true },
    ],
    data,
  })
}

it('returns payer, recipient and amount, from both sides, without the network fee', async () => {
  const [from, to] = [keys[0]!.address, keys[1]!.address]
  const hash = await send(0, coins(0, keypair(1).publicKey, 1_500_000_000))
  const { data, source } = await ask(from)
  expect(source).toBe('solana-node')
  expect(data[0]).toMatchObject({
    metadata: {
      operationType: 'send',
      hash,
      chain: 'solana:localnet',
      status: 'confirmed',
      sentFrom: from,
      sentTo: to,
    },
    transfers: [{ direction: 'out', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'SOL' }, from, to }],
  })
  expect((await ask(to)).data[0]).toMatchObject({
    metadata: { operationType: 'receive', hash },
    transfers: [{ direction: 'in', quantity: { numeric: '1.5' }, from, to }],
  })
})

it("returns the owner of tokens received in their account, without a token's own fee", async () => {
  const [from, to] = [keys[2]!.address, keys[3]!.address]
  // Two of one slot may come in either order.
  await node.skip(1)
  await send(2, tokens('USDC', 2, to, 2_500_000n))
  expect((await ask(to)).data[0]).toMatchObject({
    metadata: { operationType: 'receive' },
    transfers: [{ direction: 'in', quantity: { numeric: '2.5' }, fungible_info: { symbol: 'USDC' }, from, to }],
  })
  expect((await ask(to)).data[0]!.transfers).toHaveLength(1)
  await node.skip(1)
  await send(2, tokens('TAX', 2, to, 100_000_000n))
  expect((await ask(to)).data[0]!.transfers).toMatchObject([{ quantity: { numeric: '99' } }])
  expect((await ask(from)).data[0]!.transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '100' }, to }])
})

it('flags dust that plants an address', async () => {
  await send(4, coins(4, keypair(5).publicKey, 1))
  expect((await ask(keys[5]!.address)).data[0]!.transfers).toMatchObject([{ direction: 'in', suspicion: 'zero_value' }])
  expect((await ask(keys[4]!.address)).data[0]!.transfers[0]).not.toHaveProperty('suspicion')
})

it('has pages without gaps or duplicates, newest first', async () => {
  const to = Keypair.generate().publicKey
  const sent: string[] = []
  await send(6, coins(6, to, 10_000_000))
  for (let at = 0; at < 52; at++) {
    // A page ends with its slot: the oldest have one each.
    if (at < 10) await node.skip(1)
    sent.push(await send(6, coins(6, to, 20_000 + at)))
  }
  const first = await ask(to.toBase58())
  const second = await ask(to.toBase58(), first.next!)
  const hashes = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 3, null])
  expect(new Set(hashes).size).toBe(53)
  expect(hashes.slice(-11, -1)).toEqual(sent.slice(0, 10).reverse())
})
