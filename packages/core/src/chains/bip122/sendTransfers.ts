import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Transfers } from '../transfers.ts'
import { balanceOf } from './esplora.ts'
import { writePsbt } from './psbt.ts'
import { askedOf, findSent, lookFor, readSent } from './sendLook.ts'
import { mostToSend, planTransfer, roughFee } from './sendPlan.ts'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'

/** Sighash: all of the transaction, in the old way and in taproot's. */
const [all, taprootAll] = [1, 0]

/** Sending on Bitcoin: coins that the kit chooses, a transaction that the wallet signs, and a network that the kit hands it to. */
export const sendTransfers: Transfers = {
  parseRecipient,
  parseRequest,
  isBurn,
  balance: ({ owner }, ask) => balanceOf(owner, ask),
  plan: planTransfer,
  most: mostToSend,
  roughFee,
  request(call) {
    const account = String(call.from)
    const asked = askedOf(call)
    const sighashTypes = [readBitcoinAddress(account).kind === 'p2tr' ? taprootAll : all]
    const signInputs = asked.inputs.map((_, index) => ({ address: account, index, sighashTypes }))
    // The same payment, for a wallet that signs nothing but what it sends itself; the recipient comes first.
    const maySend = { account, recipientAddress: call.to, amount: `${asked.outputs[0]?.value}` }
    const params = { account, psbt: call.psbt, signInputs, broadcast: false }
    // In place of another it must spend the same coins: a wallet's own payment would be a second one.
    return { method: 'signPsbt', params: call.isRaise ? params : { ...params, maySend } }
  },
  // The transactions that made its coins are only for the wallet, and may be large.
  keep: (call) => ({ ...call, psbt: encodeBase64(writePsbt(askedOf(call))) }),
  readSent,
  look: lookFor,
  find: findSent,
  raise: async (sent, ask) => (await import('./raiseFee.ts')).raiseFee(sent, ask),
}
