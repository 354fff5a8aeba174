// Not on demand: others import it too, and bundlers then put a helper into one more file before the button.
import { deleteRequest, type PendingRequest, pendingRequests } from '@billfold/core/flows/pendingRequests'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'

const refreshMs = 3_000
const none: readonly PendingRequest[] = []

/** Payments of an account that its wallet may still send, and how to say that one was not sent; the newest first. */
export function useAskedPayments({ networkId, from }: { networkId: CaipNetworkId | undefined; from: string }) {
  const kit = useKit()
  const { data = none, refetch } = useKitQuery({
    queryKey: ['asked', networkId ?? '', from] as const,
    staleTime: 0,
    refetchInterval: refreshMs,
    queryFn: async () =>
      pendingRequests(kit).filter((one) => one.kind === 'send' && one.networkId === networkId && one.from === from),
  })
  return {
    requests: data,
    async forget(id: string) {
      deleteRequest(kit, id)
      await refetch()
    },
  }
}

type Payment = { to?: string | undefined; token: { address?: string }; amount?: bigint | undefined }

/** Whether a request is for the same payment: the same amount of the same token to the same recipient. */
export const isSamePayment = ({ meant }: PendingRequest, { to, token, amount }: Payment): boolean =>
  meant.to === to && meant.token === token.address && meant.amount === `${amount}`
