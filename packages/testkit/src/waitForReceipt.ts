import { providerError } from './providerError.ts'
import type { WalletContext } from './walletContext.ts'
import type { WalletChain } from './walletSession.ts'

/** As much of a receipt as EIP-5792 reports. */
export type Receipt = { status: string; [field: string]: unknown }

const deadlineMs = 60_000

/** Waits until a block has taken a transaction. */
export async function waitForReceipt(context: WalletContext, chain: WalletChain, hash: string): Promise<Receipt> {
  const end = Date.now() + deadlineMs
  while (Date.now() < end) {
    const receipt = (await context.rpc(chain, 'eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt) return pickReceipt(receipt)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw providerError('internal', `No block took ${hash} within ${deadlineMs / 1000} seconds`)
}

const pickReceipt = ({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: Receipt): Receipt => ({
  logs: (logs as Record<string, unknown>[]).map(({ address, data, topics }) => ({ address, data, topics })),
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})
