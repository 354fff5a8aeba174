import { receiveLinks } from '@billfold/core/chains/receiveLinks'
import { receiveLinkQuery } from '@billfold/core/features/account/receiveLinkQuery'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { useMemo } from 'react'
import { type CaipNetwork, toCaipNetwork } from '../api/caipNetwork.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { compatibleNetworks } from '../views/account/compatibleNetworks.ts'
import { type QrDrawing, qrCode } from './qrCode.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

/** What `useAppKitReceive` returns. */
export type UseAppKitReceiveReturn = {
  /** The whole address, to show and to copy; undefined while no one is connected. */
  address: string | undefined
  /** The QR code's content: the address, or the family's own payment link. */
  link: string | undefined
  /** The QR code of `link`, to draw. */
  code: QrDrawing | undefined
  /** The site's networks on which the address is the visitor's own. */
  networks: readonly CaipNetwork[]
}

/** The active account's payment details: its address, and a QR code that other wallets read. */
export function useAppKitReceive(): UseAppKitReceiveReturn {
  const { kit } = useHeadlessKit()
  const account = useSelect((state) => connectedAccount(state))
  const active = useSelect(activeNetworkId)
  const own = useSelect(compatibleNetworks)
  const { address, networkId = active } = account ?? {}
  const { data } = useKitQuery({
    ...receiveLinkQuery(kit, { address: address ?? '', networkId }),
    enabled: address !== undefined,
  })
  // If the chain does not respond, the address alone: wallets read that too.
  const link = address && (data ?? receiveLinks[parseCaipNetworkId(networkId).namespace](address))
  return {
    address,
    link,
    code: useMemo(() => (link ? qrCode(link) : undefined), [link]),
    networks: useMemo(() => own.map(toCaipNetwork), [own]),
  }
}
