import { type CaipNetworkId, caipNetworkId } from '@billfold/protocol/caip'
import { hexOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { TransferRequest, Transfers } from '../transfers.ts'
import { findToken, keyOf, readBalance } from './holdings.ts'
import { readPayload } from './payload.ts'
import { maxSendable, planTransfer, roughFee } from './sendPlan.ts'
import { sendSigned } from './sendSigned.ts'
import { findTransactionStatus } from './transactionStatus.ts'

/** Sending on Polkadot's chains: the wallet signs, and the kit broadcasts. */
export const sendTransfers: Transfers = {
  parseRecipient(text) {
    const address = text.trim()
    readPolkadotAddress(address)
    return address
  },
  parseRequest,
  isBurn: (address) => keyOf(address).every((byte) => byte === 0),
  balance: readBalance,
  findToken,
  plan: planTransfer,
  most: maxSendable,
  roughFee,
  request(call) {
    const transactionPayload = readPayload(call)
    return { method: 'polkadot_signTransaction', params: { address: transactionPayload.address, transactionPayload } }
  },
  readSent: sendSigned,
  look: findTransactionStatus,
}

/** Parses Polkadot wallets' QR codes: `substrate:address:genesis hash:name`; some have the key in place of the hash. */
function parseRequest(text: string): TransferRequest | undefined {
  const [, address, genesis] =
    /^substrate:([1-9A-HJ-NP-Za-km-z]{46,50})(?::(0x[0-9a-f]{64}))?(?::.*)?$/i.exec(text.trim()) ?? []
  if (address === undefined) return undefined
  const isKey = genesis?.toLowerCase() === hexOf(keyOf(address))
  const networkId: CaipNetworkId | undefined =
    genesis === undefined || isKey ? undefined : caipNetworkId('polkadot', genesis.slice(2, 34).toLowerCase())
  return { address, ...(networkId ? { networkId } : {}) }
}
