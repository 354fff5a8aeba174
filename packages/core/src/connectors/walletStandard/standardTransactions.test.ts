import { encodeBase58 } from '@billfold/protocol/base58'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { expect, test } from 'vitest'
import { encodeTransaction } from '../../chains/solana/encodeTransaction.ts'
import { standardTransactions } from './standardTransactions.ts'

const address = encodeBase58(new Uint8Array(32).fill(7))
const transaction = encodeBase64(encodeTransaction({ payer: address, blockhash: address, instructions: [] }))
const signature = new Uint8Array(64).fill(9)

/** Requests a signature from a wallet with these features; returns its call and response. */
async function ask(features: readonly string[], params: object) {
  const calls: string[] = []
  const chains = ['solana:localnet']
  const answer = standardTransactions.solana_signTransaction!({
    name: 'Harbour',
    wallet: {
      ...{ name: 'Harbour', chains, accounts: [] },
      features: Object.fromEntries(features.map((each) => [each, { supportedTransactionVersions: ['legacy'] }])),
    },
    account: { address, chains },
    networkId: 'solana:localnet',
    params: { transaction, ...params },
    call: async (feature) => {
      calls.push(feature)
      return [{ signature, signedTransaction: new Uint8Array(1) }]
    },
  })
  return { answer: await answer, calls }
}

test('lets a wallet that only signs what it sends send what the kit would send, and nothing else', async () => {
  const sending = ['solana:signAndSendTransaction']
  expect(await ask(sending, { maySend: true })).toEqual({
    answer: { signature: encodeBase58(signature), isSent: true },
    calls: sending,
  })
  await expect(ask(sending, {})).rejects.toThrow()
  expect((await ask([...sending, 'solana:signTransaction'], { maySend: true })).calls).toEqual([
    'solana:signTransaction',
  ])
})
