import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { decodeBase58 } from '@billfold/protocol/base58'
import { createAdaptorServer } from '@hono/node-server'
import { address, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import { Connection, Keypair, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { solanaFromDevnet } from '../chains/solana/solanaFromDevnet.ts'
import { createApp } from '../createApp.ts'
import { acceptRpcSockets } from './acceptRpcSockets.ts'
import { createRpc } from './createRpc.ts'

let node: TestChain
let server: Server
let sockets: ReturnType<typeof acceptRpcSockets>
let at: string

beforeAll(async () => {
  node = await startTestChain()
  const chains = createChains([solanaFromDevnet(node.chain)])
  const deps = appDeps({ chains, rpc: createRpc({ chains }) })
  server = createAdaptorServer({ fetch: createApp(deps).fetch }) as Server
  sockets = acceptRpcSockets(server, {
    ...deps,
    isLeaving: () => false,
    limits: { deadlineMs: 10_000, maxBytes: 1_000_000 },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  at = `127.0.0.1:${(server.address() as AddressInfo).port}/v1/?projectId=shop&chainId=solana:localnet`
})
afterAll(async () => {
  await sockets.close()
  server.closeAllConnections()
  server.close()
  await node.close()
})

const payer = () => Keypair.fromSecretKey(decodeBase58(node.chain.accounts[0]!.privateKey))

it('lets @solana/web3.js read, send, and get notifications over the socket', async () => {
  const connection = new Connection(`http://${at}`, { commitment: 'confirmed', wsEndpoint: `ws://${at}` })
  const to = Keypair.generate().publicKey
  const transfer = SystemProgram.transfer({ fromPubkey: payer().publicKey, toPubkey: to, lamports: 2_000_000 })
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [payer()])
  expect(await connection.getBalance(to)).toBe(2_000_000)
  expect((await connection.getSignaturesForAddress(to)).map((each) => each.signature)).toEqual([signature])
  await expect(connection.requestAirdrop(to, 1)).rejects.toThrow('The method requestAirdrop does not exist here.')
})

it('lets @solana/kit read and watch accounts', async () => {
  const rpc = createSolanaRpc(`http://${at}`)
  const owner = address(node.chain.accounts[1]!.address)
  const { value } = await rpc.getBalance(owner, { commitment: 'confirmed' }).send()
  const stop = new AbortController()
  const news = await createSolanaRpcSubscriptions(`ws://${at}`)
    .accountNotifications(owner, { commitment: 'confirmed' })
    .subscribe({ abortSignal: stop.signal })
  const update = news[Symbol.asyncIterator]().next()
  const connection = new Connection(`http://${at}`, { commitment: 'confirmed', wsEndpoint: `ws://${at}` })
  const key = payer()
  const toPubkey = Keypair.fromSecretKey(decodeBase58(node.chain.accounts[1]!.privateKey)).publicKey
  const transfer = SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey, lamports: 7 })
  await connection.sendTransaction(new Transaction().add(transfer), [key])
  expect((await update).value?.value.lamports).toBe(value + 7n)
  stop.abort()
})
