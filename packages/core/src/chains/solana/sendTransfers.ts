import { readAccounts } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import type { Transfers } from '../transfers.ts'
import { isBurn, parseRecipient, parseRequest } from './payLink.ts'
import { memoBytes } from './sendDraft.ts'
import { maxSendable, planTransfer, roughFee } from './sendPlan.ts'
import { sendSigned, signRequest } from './sendSigned.ts'
import { findToken, readHolding } from './sendTokens.ts'
import { readCall } from './solanaCall.ts'
import { findTransactionStatus } from './transactionStatus.ts'

/** Sending on Solana: the wallet signs, and the kit verifies and broadcasts. */
export const sendTransfers: Transfers = {
  parseRecipient,
  parseRequest,
  nameRegistry: 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX',
  resolveName: async (input, ask) => (await import('./resolveName.ts')).resolveName(input, ask),
  isBurn,
  memoBytes,
  async runsCode(address, ask) {
    const [account] = await readAccounts([address], ask)
    return account !== undefined && account.owner !== solanaPrograms.system
  },
  balance: readHolding,
  findToken,
  plan: planTransfer,
  most: maxSendable,
  roughFee,
  request: (call) => signRequest(readCall(call)),
  readSent: sendSigned,
  look: findTransactionStatus,
  find: async (request, ask) => (await import('./findSent.ts')).findSent(request, ask),
}
