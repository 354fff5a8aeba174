import type { Transaction } from '@billfold/protocol/api/history'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { OrderRow } from './createOrders.ts'

/**
 * A purchase as existing clients list it. It reveals only what the chain does: not the sum or the currency, and not the
 * order's id, with which anyone who knows the address could read the order.
 */
export function describePurchase({ status, asset, address, gets, hash, changed_at: at }: OrderRow): Transaction {
  const { name, symbol, decimals, chainId } = asset
  return {
    id: hash ?? '',
    metadata: {
      ...{ operationType: 'buy', hash: hash ?? '', chain: chainId, minedAt: at.toISOString(), nonce: 0 },
      ...{ sentFrom: '', sentTo: address },
      application: null,
      status: `ONRAMP_TRANSACTION_STATUS_${purchaseStatus[status]}`,
    },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: decimalOf({ amount: gets ?? '0', decimals }) },
        fungible_info: { name, symbol, icon: null },
      },
    ],
  }
}

/** An order's status in the words of existing clients. */
export const purchaseStatus = {
  created: 'IN_PROGRESS',
  paid: 'IN_PROGRESS',
  sent: 'IN_PROGRESS',
  settled: 'SUCCESS',
  failed: 'FAILED',
  expired: 'FAILED',
} as const
