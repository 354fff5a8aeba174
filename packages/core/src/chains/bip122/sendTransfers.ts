import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { Transfers } from '../transfers.ts'
import { balanceOf } from './esplora.ts'
import { askedOf, lookFor, readSent } from './sendLook.ts'
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
    const sighashTypes = [readBitcoinAddress(account).kind === 'p2tr' ? taprootAll : all]
    const signInputs = askedOf(call).inputs.map((_, index) => ({ address: account, index, sighashTypes }))
    return { method: 'signPsbt', params: { account, psbt: call.psbt, signInputs, broadcast: false } }
  },
  readSent,
  look: lookFor,
}
