import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { isSignedBy } from '../chains/solana/isSignedBy.ts'
import { LedgerError } from './ledgerError.ts'
import type { DeviceRequest, DeviceTools, LedgerFamily } from './ledgerFamily.ts'
import { offchainMessage, readSolanaKey, signSolanaMessage, signSolanaTransaction } from './solanaCommands.ts'

type Params = Readonly<Record<string, unknown>>
type Run = (request: DeviceRequest & { input: Params }, tools: DeviceTools) => Promise<unknown>

const methods: Readonly<Record<string, Run>> = {
  async solana_signMessage({ account, input: { message } }, { sign }) {
    if (typeof message !== 'string') throw new KitError('invalid_input')
    const wrapped = offchainMessage(decodeBase58(message), decodeBase58(account.address))
    const signature = await sign({ kind: 'message', isBlind: false }, (device) =>
      signSolanaMessage(device, account.path, wrapped),
    )
    await assertSigner(account.address, wrapped, signature)
    return { signature: encodeBase58(signature), signedMessage: encodeBase58(wrapped) }
  },
  solana_signTransaction: async (request, tools) => ({
    transaction: await signTransaction(request, request.input.transaction, tools),
  }),
  async solana_signAllTransactions(request, tools) {
    const { transactions } = request.input
    if (!Array.isArray(transactions)) throw new KitError('invalid_input')
    const signed: string[] = []
    // One after another: each is a screen of its own.
    for (const each of transactions) signed.push(await signTransaction(request, each, tools))
    return { transactions: signed }
  },
  async solana_signAndSendTransaction(request, tools) {
    const signed = await signTransaction(request, request.input.transaction, tools)
    const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
    const sent = await tools.query('sendTransaction', [
      signed,
      { ...options, ...(request.input.sendOptions as object) },
    ])
    if (typeof sent !== 'string') throw new KitError('wallet_answer_invalid', { cause: sent })
    return { signature: sent }
  },
}

/** Solana. */
export const solanaFamily: LedgerFamily = {
  namespace: 'solana',
  appOf: () => 'Solana',
  async readAccount(device, { path }, isShown) {
    return { address: encodeBase58(await readSolanaKey(device, path, isShown)), path, type: 'eoa' }
  },
  methods: Object.keys(methods),
  run: (request, tools) => methods[request.method]!({ ...request, input: (request.params ?? {}) as Params }, tools),
}

async function signTransaction({ account }: DeviceRequest, text: unknown, { sign }: DeviceTools): Promise<string> {
  if (typeof text !== 'string') throw new KitError('invalid_input')
  const bytes = decodeBase64(text)
  const { message, signers, instructions } = readSolanaTransaction(bytes)
  if (!signers.includes(account.address)) throw new KitError('unauthorized')
  const isBlind = !instructions.every(({ program }) => shownPrograms.includes(program))
  const signature = await sign({ kind: 'transaction', isBlind }, (device) =>
    signSolanaTransaction(device, account.path, message),
  )
  await assertSigner(account.address, message, signature)
  return encodeBase64(withSignature(bytes, account.address, signature))
}

/** Programs whose usual instructions the app shows in full. */
const shownPrograms: readonly string[] = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'Stake11111111111111111111111111111111111111',
]

async function assertSigner(address: string, message: Uint8Array, signature: Uint8Array): Promise<void> {
  if (!(await isSignedBy(address, message, signature))) throw new LedgerError('otherDevice')
}
