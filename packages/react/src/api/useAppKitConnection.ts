import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { AccountType } from '@billfold/protocol/accountType'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { useState } from 'react'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import type { Connection } from './connections.ts'
import { switchConnection } from './switchConnection.ts'
import { useAppKitConnections } from './useAppKitConnections.ts'

/** The account after a switch of wallet or account. */
export type ConnectionChange = {
  /** The address that is in use now, or that was removed. */
  address: string
  /** The family it happened in. */
  namespace: Namespace
  /** Whether another account is in use now. */
  hasSwitchedAccount: boolean
  /** Whether another wallet is in use now. */
  hasSwitchedWallet: boolean
  /** Whether a wallet was disconnected. */
  hasDeletedWallet: boolean
}
/** Options of `useAppKitConnection`. */
export type UseAppKitConnectionProps = {
  /** The family asked about; the active one by default. */
  namespace?: Namespace
  /** Called after a switch or a disconnect, with what changed. */
  onSuccess?: (change: ConnectionChange) => void
  /** Called where the wallet or the visitor declined. */
  onError?: (error: Error) => void
}

/** The wallet a family uses, and the way to another wallet or account of it. */
export function useAppKitConnection({ namespace: named, onSuccess, onError }: UseAppKitConnectionProps = {}): {
  /** The wallet in use; undefined while none is connected. */
  connection: Connection | undefined
  /** Whether a switch is under way. */
  isPending: boolean
  /** Switches to another connected wallet, or another account of it. */
  switchConnection: (input: { connection: Connection; address?: string; type?: AccountType }) => Promise<void>
  /** Disconnects one wallet. */
  deleteConnection: (input: { address: string; connectorId: string }) => void
} {
  const { kit } = useAppKitOf('useAppKitConnection')
  const active = useSelectOf(kit, (state) => state.network.activeNamespace)
  const namespace = named ?? active
  const { connections } = useAppKitConnections(namespace)
  const [isPending, setPending] = useState(false)
  return {
    connection: connections[0],
    isPending,
    async switchConnection({ connection, address, type }) {
      setPending(true)
      try {
        const change = await switchConnection(kit, {
          connectorId: connection.connectorId,
          address,
          type,
          namespace: connection.caipNetwork?.chainNamespace ?? namespace,
        })
        onSuccess?.(change)
      } catch (e) {
        onError?.(KitError.from(e))
      } finally {
        setPending(false)
      }
    },
    deleteConnection({ address, connectorId }) {
      const before = connectedAccount(kit.store.get(), namespace)
      const notifySuccess = () => {
        const after = connectedAccount(kit.store.get(), namespace)
        onSuccess?.({
          address,
          namespace,
          hasSwitchedAccount: before?.address !== after?.address,
          hasSwitchedWallet: before?.connectorId !== after?.connectorId,
          hasDeletedWallet: true,
        })
      }
      void import('@billfold/core/features/connect/disconnectConnector')
        .then(({ disconnectConnector }) => disconnectConnector(kit, { connectorId, namespace }))
        .then(notifySuccess, (e) => onError?.(KitError.from(e)))
    },
  }
}
