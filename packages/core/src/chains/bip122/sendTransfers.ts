import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Transfers } from '../transfers.ts'
import { balanceOf } from './esplora.ts'
import { writePsbt } from './psbt.ts'
import { maxSendable, planTransfer, roughFee } from './sendPlan.ts'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'
import { findSent, findTransactionStatus, readSent, requestedOf } from './transactionStatus.ts'

/** Sighash types: ALL, and taproot's default. */
const [all, taprootAll] = [1, 0]

/** Sending on Bitcoin: the kit selects coins, the wallet signs, and the kit broadcasts. */
export const sendTransfers: Transfers = {
  parseRecipient,
  parseRequest,
  isBurn,
  balance: ({ owner }, ask) => balanceOf(owner, ask),
  plan: planTransfer,
  most: maxSendable,
  roughFee,
  request(call) {
    const account = String(call.from)
    const requested = requestedOf(call)
    const sighashTypes = [readBitcoinAddress(account).kind === 'p2tr' ? taprootAll : all]
    const signInputs = requested.inputs.map((_, index) => ({ address: account, index, sighashTypes }))
    // The same payment, for a wallet that signs only what it sends itself; the recipient comes first.
    const maySend = { account, recipientAddress: call.to, amount: `${requested.outputs[0]?.value}` }
    const params = { account, psbt: call.psbt, signInputs, broadcast: false }
    // A replacement must spend the same coins: a wallet's own payment would be a second one.
    return { method: 'signPsbt', params: call.isRaise ? params : { ...params, maySend } }
  },
  // The parent transactions are for the wallet only, and may be large.
  keep: (call) => ({ ...call, psbt: encodeBase64(writePsbt(requestedOf(call))) }),
  readSent,
  look: findTransactionStatus,
  find: findSent,
  raise: async (sent, ask) => (await import('./bumpFee.ts')).bumpFee(sent, ask),
}
