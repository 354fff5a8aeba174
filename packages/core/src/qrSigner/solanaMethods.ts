import { decodeBase58, encodeBase58, messageLimit } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { CodeError } from '@billfold/protocol/ur/codeError'
import { type solDataTypes, solSignRequest } from '@billfold/protocol/ur/signRequests'
import { readSignature } from '@billfold/protocol/ur/signResponses'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { isSignedBy } from '../chains/solana/isSignedBy.ts'
import { broadcast, invalidInput, type SignerContext, type SignerMethods } from './signerContext.ts'

/** The account's methods on Solana. */
export const solanaMethods: SignerMethods = {
  async solana_signMessage(context, params) {
    const { message, pubkey } = (params ?? {}) as { message?: unknown; pubkey?: unknown }
    assertAccount(context, pubkey)
    if (typeof message !== 'string') throw invalidInput('The message must be base58')
    return { signature: encodeBase58(await sign(context, 'message', decodeBase58(message, messageLimit))) }
  },
  async solana_signTransaction(context, params) {
    const { transaction, pubkey } = (params ?? {}) as { transaction?: unknown; pubkey?: unknown }
    assertAccount(context, pubkey)
    return { transaction: encodeBase64(await signTransaction(context, transaction)) }
  },
  async solana_signAllTransactions(context, params) {
    const { transactions, pubkey } = (params ?? {}) as { transactions?: unknown; pubkey?: unknown }
    assertAccount(context, pubkey)
    if (!Array.isArray(transactions)) throw invalidInput('Pass a list of transactions')
    const signed: string[] = []
    // One after the other: each is a code of its own on the device.
    for (const one of transactions) signed.push(encodeBase64(await signTransaction(context, one)))
    return { transactions: signed }
  },
  async solana_signAndSendTransaction(context, params) {
    const { transaction, pubkey, sendOptions } = (params ?? {}) as Record<string, unknown>
    assertAccount(context, pubkey)
    const signed = await signTransaction(context, transaction)
    const options = { ...(sendOptions as object | undefined), encoding: 'base64' }
    await broadcast(context, { method: 'sendTransaction', params: [encodeBase64(signed), options] })
    return { signature: encodeBase58(readSolanaTransaction(signed).signatures[0]!) }
  },
}

async function signTransaction(context: SignerContext, text: unknown): Promise<Uint8Array> {
  if (typeof text !== 'string') throw invalidInput('The transaction must be base64')
  const bytes = decodeBase64(text)
  const { message, signers } = readSolanaTransaction(bytes)
  const { address } = context.account
  if (!signers.includes(address)) throw invalidInput(`${address} is not a signer of this transaction`)
  return withSignature(bytes, address, await sign(context, 'transaction', message))
}

async function sign(context: SignerContext, type: keyof typeof solDataTypes, data: Uint8Array): Promise<Uint8Array> {
  const { account, origin } = context
  const id = context.requestId()
  const ur = solSignRequest({ id, type, data, origin, signer: account, address: account.publicKey })
  return context.sign(ur, async (answer) => {
    const signature = readSignature('sol', answer, id)
    if (!(await isSignedBy(account.address, data, signature))) throw new CodeError('other_account')
    return signature
  })
}

function assertAccount({ account }: SignerContext, named: unknown): void {
  if (named !== undefined && named !== account.address) throw new KitError('account_mismatch')
}
