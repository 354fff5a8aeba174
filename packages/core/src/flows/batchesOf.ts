import type { Batches } from '../chains/swaps.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { walletTimeoutMs } from './assertWalletReady.ts'
import type { Sending } from './requestSend.ts'
import type { FlowContext } from './runFlow.ts'

/** The wallet's atomic batches (EIP-5792); undefined unless it supports them. */
export async function batchesOf({
  kit,
  chain,
  networkId,
  source,
  connector,
}: Pick<FlowContext, 'kit' | 'chain' | 'networkId' | 'source' | 'connector'>): Promise<Batches | undefined> {
  try {
    const batches = (await chain.swaps?.())?.batches
    if (!batches) return undefined
    const { method, params } = batches.capabilitiesRequest(source.address)
    const answer = await withDeadline(kit.ports.clock, walletTimeoutMs, connector.request(networkId, method, params))
    return batches.isSupported(answer, networkId) ? batches : undefined
  } catch {
    // Most wallets lack the method: send the transactions one by one.
    return undefined
  }
}

/** A batch request. The wallet's bundle id is tracked until there is a hash. */
export const asOne = (
  batches: Batches,
  calls: Parameters<Batches['request']>[0],
  { source, networkId }: Pick<FlowContext, 'source' | 'networkId'>,
): Pick<Sending, 'request' | 'read'> => ({
  request: batches.request(calls, source.address, networkId),
  read: async (answer) => {
    const id = batches.readId(answer)
    return { hash: id, batch: id }
  },
})
