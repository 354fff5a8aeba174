import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Devnet } from '../../startDevnet.ts'
import { startQuietDevnet, viemWallet } from '../deploy/testPeer.ts'
import { devAccounts } from '../devAccounts.ts'
import { bundlerOf, toSimpleAccount } from './testSmartAccount.ts'

const target = '0x00000000000000000000000000000000000000aa'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startQuietDevnet()
})
afterAll(() => devnet.close())

test('an operation is pending until its block, and the sender’s next one waits for it', async () => {
  const chain = devnet.manifest.chains[0]!
  const client = viemWallet(chain, devAccounts[0]!.privateKey)
  const test = (method: string, params: unknown[] = []) => client.request({ method, params } as never)
  const bundler = bundlerOf(chain)
  const account = await toSimpleAccount(client, chain, privateKeyToAccount(generatePrivateKey()))
  const limits = { callGasLimit: 100_000n, verificationGasLimit: 400_000n, preVerificationGas: 80_000n }
  const send = (nonce: bigint) => bundler.sendUserOperation({ account, nonce, calls: [{ to: target }], ...limits })
  const funding = await client.sendTransaction({ to: account.address, value: parseEther('1') })
  await client.waitForTransactionReceipt({ hash: funding })
  await bundler.waitForUserOperationReceipt({ hash: await send(0n) })

  await test('evm_setAutomine', [false])
  const first = await send(1n)
  expect(await bundler.getUserOperation({ hash: first })).toMatchObject({
    blockNumber: null,
    userOperation: { sender: account.address },
  })
  await expect(bundler.getUserOperationReceipt({ hash: first })).rejects.toThrow('could not be found')

  const next = send(2n)
  await test('evm_mine')
  expect((await bundler.waitForUserOperationReceipt({ hash: first })).success).toBe(true)
  const second = await next
  await test('evm_mine')
  expect((await bundler.waitForUserOperationReceipt({ hash: second })).success).toBe(true)
})
