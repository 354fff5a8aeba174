import { caipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Transfers } from '../transfers.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { lookFor } from './sendLook.ts'
import { mostToSend, planTransfer, roughFee, runsCode } from './sendPlan.ts'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'
import { findToken, readHolding } from './sendTokens.ts'

/** Sending on EVM chains. */
export const sendTransfers: Transfers = {
  parseRecipient,
  parseRequest,
  resolveName: async (input, ask) => (await import('./sendName.ts')).resolveName(input, ask),
  isBurn,
  runsCode,
  balance: readHolding,
  findToken,
  plan: planTransfer,
  most: mostToSend,
  roughFee,
  request: ({ from, to, value, data }, { fields }, networkId) => ({
    method: 'eth_sendTransaction',
    // The chain is named, so that a wallet that has moved on refuses rather than sends elsewhere.
    params: [
      {
        from,
        to,
        value: toQuantity(value),
        data,
        ...fields,
        chainId: toQuantity(Number(parseCaipNetworkId(networkId).reference)),
      },
    ],
  }),
  readHash(answer) {
    if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return answer.toLowerCase()
  },
  standsOn: async (ask) => {
    const answer = await ask({ method: 'eth_chainId', params: [] })
    // Most wallets write hex, some a number.
    return caipNetworkId('eip155', Number(typeof answer === 'number' ? answer : readQuantity(answer, 'chain')))
  },
  height: async (ask) => readQuantity(await ask({ method: 'eth_blockNumber', params: [] }), 'block number'),
  look: lookFor,
}
