import { caipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Transfers } from '../transfers.ts'
import { readCall } from './evmCall.ts'
import { countAt } from './findTaker.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { maxSendable, planTransfer, roughFee, runsCode } from './sendPlan.ts'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'
import { findToken, readHolding } from './sendTokens.ts'
import { tokenFacts } from './tokenFacts.ts'
import { findTransactionStatus, writeTrace } from './transactionStatus.ts'

export const sendTransfers: Transfers = {
  parseRecipient,
  parseRequest,
  resolveName: async (input, ask) => (await import('./sendName.ts')).resolveName(input, ask),
  resolveCoin: async (input, ask) => (await import('./sendName.ts')).resolveCoin(input, ask),
  readProfile: async (profile, id) => (await import('./sendName.ts')).readProfile(profile, id),
  isBurn,
  runsCode,
  balance: readHolding,
  findToken,
  tokenFacts,
  plan: planTransfer,
  most: maxSendable,
  roughFee,
  request(call, networkId) {
    const { from, to, value, data, fields } = readCall(call)
    // With the chain id, so that a wallet on another chain rejects the request.
    const chainId = toQuantity(Number(parseCaipNetworkId(networkId).reference))
    return { method: 'eth_sendTransaction', params: [{ from, to, value: toQuantity(value), data, ...fields, chainId }] }
  },
  async readSent(answer) {
    if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return { hash: answer.toLowerCase() }
  },
  standsOn: async (ask) => {
    const answer = await ask({ method: 'eth_chainId', params: [] })
    // Most wallets write hex, some a number.
    return caipNetworkId('eip155', Number(typeof answer === 'number' ? answer : readQuantity(answer, 'chain')))
  },
  async mark(from, ask) {
    const [height, count] = await Promise.all([
      ask({ method: 'eth_blockNumber', params: [] }),
      countAt(from, 'latest', ask),
    ])
    return writeTrace({ block: readQuantity(height, 'block number'), count })
  },
  look: findTransactionStatus,
  find: async (request, ask) => (await import('./findSent.ts')).findSent(request, ask),
}
