import { cancelSwitch, switchNetwork } from '@billfold/core/features/network/switchNetwork'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { activeNetworkId, findNetwork } from '@billfold/core/model/findNetwork'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback, useMemo } from 'react'
import { type CaipNetwork, toCaipNetwork } from '../api/caipNetwork.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { completeNow, useHeadlessKit } from './useHeadlessKit.ts'

/** One of the site's networks, to choose. */
export type NetworkItem = CaipNetwork & {
  /** A picture of it, served by your API. */
  imageUrl: string | undefined
  /** The visitor is on it. */
  isActive: boolean
}

/** What `useAppKitNetworks` returns. */
export type UseAppKitNetworksReturn = {
  /** The site's networks, in its order. */
  networks: readonly NetworkItem[]
  /** The target of the pending network switch, by its CAIP-2 id. */
  switchingTo: string | undefined
  /** Why the last switch ended: `user_rejected` or another code. */
  switchError: ErrorCode | undefined
  /** Goes to a network of the list by its CAIP-2 id; how it went is in `switchError`. */
  switchTo: (caipNetworkId: string) => Promise<void>
  /** Stops waiting for the wallet. */
  stopWaiting: () => void
}

/** The site's networks, and the way from one to another. */
export function useAppKitNetworks(): UseAppKitNetworksReturn {
  const { kit } = useHeadlessKit()
  const requested = useSelect((state) => state.network.requested)
  const images = useSelect((state) => requested.map((network) => networkImageUrl(state, network)))
  const active = useSelect(activeNetworkId)
  const attempt = useSelect((state) => state.switchAttempt)
  const networks = useMemo(
    () =>
      requested.map((network, index) => ({
        ...toCaipNetwork(network),
        imageUrl: images[index],
        isActive: network.networkId === active,
      })),
    [requested, images, active],
  )
  const switchTo = useCallback(
    async (id: string) => {
      await completeNow(kit)
      const network = findNetwork(kit.store.get(), id as CaipNetworkId)
      await switchNetwork(kit, { networkId: network?.networkId ?? (id as CaipNetworkId) })
    },
    [kit],
  )
  return {
    networks,
    switchingTo: attempt.phase === 'switching' ? attempt.networkId : undefined,
    switchError: attempt.phase === 'declined' ? 'user_rejected' : attempt.phase === 'failed' ? attempt.code : undefined,
    switchTo,
    stopWaiting: useCallback(() => cancelSwitch(kit), [kit]),
  }
}
