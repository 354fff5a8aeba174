import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { isBitcoinMessageSigned } from '@billfold/protocol/bitcoin/isBitcoinMessageSigned'
import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { hexOf } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { CodeError } from '@billfold/protocol/ur/codeError'
import { pathText } from '@billfold/protocol/ur/keyPath'
import { btcSignRequest, psbtRequest } from '@billfold/protocol/ur/signRequests'
import { readPsbtCode, readSignature } from '@billfold/protocol/ur/signResponses'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { signedTransaction } from '../chains/bip122/psbt.ts'
import { readPsbtMaps, writePsbtMaps } from '../chains/bip122/psbtMaps.ts'
import { txidOf, writeTransaction } from '../chains/bip122/rawTransaction.ts'
import { ownInputs, withDerivations, withSignatures } from './signedPsbt.ts'
import { broadcast, invalidInput, type SignerContext, type SignerMethods } from './signerContext.ts'

/** The account's methods on Bitcoin. */
export const bitcoinMethods: SignerMethods = {
  getAccountAddresses: async ({ account: { address, publicKey, path } }) => [
    { address, purpose: 'payment', publicKey: hexOf(publicKey), path: pathText(path) },
  ],
  async signMessage(context, params) {
    const { message, protocol } = readParams(context, params)
    const { account, origin } = context
    if (typeof message !== 'string') throw invalidInput('The message must be a string')
    if (protocol === 'bip322' || readBitcoinAddress(account.address).kind === 'p2tr')
      throw new KitError('wallet_method_unsupported', { message: 'The device signs no BIP-322 messages' })
    const id = context.requestId()
    const data = new TextEncoder().encode(message)
    const ur = btcSignRequest({ id, data, origin, signer: account, address: account.address })
    const signature = await context.sign(ur, (answer) => {
      const text = encodeBase64(readSignature('btc', answer, id))
      if (!isBitcoinMessageSigned(account.address, message, text)) throw new CodeError('other_account')
      return text
    })
    return { address: account.address, signature }
  },
  async signPsbt(context, params) {
    const { psbt: text, signInputs, broadcast: isSent } = readParams(context, params)
    if (typeof text !== 'string') throw invalidInput('The PSBT must be base64')
    const { account } = context
    const psbt = readPsbtMaps(decodeBase64(text))
    const own = ownInputs(psbt, account)
    const inputs = requestedInputs(signInputs, own, account.address)
    const requested = withDerivations(psbt, account, own)
    const signed = await context.sign(psbtRequest(writePsbtMaps(requested)), (answer) =>
      withSignatures(requested, readPsbtCode(answer), account, inputs),
    )
    const bytes = writePsbtMaps(signed)
    if (isSent !== true) return { psbt: encodeBase64(bytes) }
    const transaction = signedTransaction(bytes)
    await broadcast(context, { path: '/tx', post: hexOf(writeTransaction(transaction)) })
    return { psbt: encodeBase64(bytes), txid: txidOf(transaction) }
  },
}

/** The inputs to sign: those that the site names, otherwise all of the account's. */
function requestedInputs(named: unknown, own: readonly number[], address: string): readonly number[] {
  const list = Array.isArray(named) ? (named as { index?: unknown; address?: unknown; sighashTypes?: unknown }[]) : []
  for (const { sighashTypes } of list)
    if (Array.isArray(sighashTypes) && sighashTypes.some((type) => type !== 0 && type !== 1))
      throw new KitError('wallet_method_unsupported', { message: 'The device signs all inputs and outputs only' })
  const inputs = list.filter((one) => (one.address ?? address) === address).map(({ index }) => Number(index))
  const requested = list.length > 0 ? inputs : own
  if (requested.length === 0 || requested.some((at) => !own.includes(at)))
    throw invalidInput('The PSBT has no input of this account to sign')
  return requested
}

function readParams({ account, networkId }: SignerContext, params: unknown): Readonly<Record<string, unknown>> {
  const input = (params ?? {}) as Readonly<Record<string, unknown>>
  const named = input.account ?? input.address
  if (named !== undefined && named !== account.address) throw new KitError('account_mismatch')
  const network = bitcoinNetwork(networkId)
  if (network && !readBitcoinAddress(account.address).realms.includes(network.realm))
    throw new KitError('chain_disconnected', { message: 'The device’s account belongs to another Bitcoin network' })
  return input
}
