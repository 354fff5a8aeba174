import { isNamespace, type Namespace, namespaces } from '@billfold/protocol/caip'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type {
  ChosenAccounts,
  Connection,
  ConnectionRef,
  Connections,
  FamilyConnections,
  KnownConnections,
} from '../../model/connections.ts'
import type { AccountId, Session } from '../../model/connector.ts'
import type { Event, State } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'
import { choiceText } from './restoredAccount.ts'

/** Restored wallets per family; beyond this, the oldest is dropped. */
export const maxConnections = 8

const none: FamilyConnections = { known: [], connected: [] }

/** Stores every connected wallet of every family. The account's own events update the current one. */
function reduceConnections(state: Connections, e: Event): Connections {
  if (e.type === 'connections/heard') return applyKnown(state, e.known)
  if (e.type === 'connections/chosenHeard') return withChosen(state, e.chosen)
  if (!('namespace' in e) || e.namespace === undefined) return state
  const before = state[e.namespace] ?? none
  const after = reduceFamily(before, e)
  return before === after ? state : { ...state, [e.namespace]: { ...after, chosen: choicesOf(after, before.chosen) } }
}

/** The active account of each known wallet, even a sleeping one. */
const choicesOf = ({ known, connected }: FamilyConnections, before: FamilyConnections['chosen']) =>
  Object.fromEntries(
    known.flatMap((id) => {
      const one = connected.find(({ connectorId }) => connectorId === id)
      const isFirst = one && isSameAccount(one, one.accounts[0])
      const choice = one ? !isFirst && choiceText(one.accounts[0], one) : before?.[id]
      return choice ? [[id, choice]] : []
    }),
  )

function withChosen(state: Connections, chosen: ChosenAccounts): Connections {
  const next = { ...state }
  for (const namespace of namespaces)
    if (state[namespace] || chosen[namespace])
      next[namespace] = { ...(state[namespace] ?? none), chosen: chosen[namespace] ?? {} }
  return next
}

function reduceFamily(family: FamilyConnections, e: Event): FamilyConnections {
  switch (e.type) {
    case 'account/connected': {
      const { connectorId } = e
      return {
        current: connectorId,
        known: [connectorId, ...family.known.filter((id) => id !== connectorId)].slice(0, maxConnections),
        connected: [connectionOf(e), ...without(family.connected, connectorId)],
      }
    }
    case 'account/changed':
      return change(family, family.current, { ...inUse(e.account), accounts: e.accounts })
    case 'account/networkChanged':
    case 'switch/succeeded':
      return change(family, e.connectorId, { networkId: e.networkId })
    case 'account/disconnected':
      // Another tab switched wallets: this one is not disconnected.
      if (e.next !== undefined) return { ...family, current: undefined }
      return leave({ ...family, current: undefined }, family.current, e.by === 'wallet')
    case 'connection/restored': {
      if (!family.known.includes(e.connectorId)) return family
      return { ...family, connected: [...without(family.connected, e.connectorId), connectionOf(e)] }
    }
    case 'connection/accountChanged':
      return change(family, e.connectorId, { ...inUse(e.account), accounts: e.accounts })
    case 'connection/networkChanged':
      return change(family, e.connectorId, { networkId: e.networkId })
    case 'connection/networksGranted':
      return change(family, e.connectorId, { approvedNetworkIds: e.networkIds })
    case 'connection/left':
      return leave(family, e.connectorId, e.by === 'wallet')
    default:
      return family
  }
}

function connectionOf(session: Session & { connectorId: string; account?: AccountId }): Connection {
  const { connectorId, accounts, account, networkId, approvedNetworkIds, supportsAllNetworks } = session
  return { connectorId, ...inUse(account ?? accounts[0]), accounts, networkId, approvedNetworkIds, supportsAllNetworks }
}

/** Whether both are the same account: the address alone is not enough. */
export const isSameAccount = (a: AccountId, b: AccountId): boolean => a.address === b.address && a.type === b.type

const inUse = ({ address, type }: AccountId): AccountId => ({ address, type })

const without = (connected: readonly Connection[], connectorId: string | undefined) =>
  connected.filter((one) => one.connectorId !== connectorId)

function change(family: FamilyConnections, id: string | undefined, part: Partial<Connection>): FamilyConnections {
  if (!family.connected.some((one) => one.connectorId === id)) return family
  return {
    ...family,
    connected: family.connected.map((one) => (one.connectorId === id ? { ...one, ...part } : one)),
  }
}

/** A sleeping wallet stays known: it may wake up. */
function leave(family: FamilyConnections, id: string | undefined, staysKnown: boolean): FamilyConnections {
  if (id === undefined) return family
  return {
    ...family,
    known: staysKnown ? family.known : family.known.filter((other) => other !== id),
    connected: without(family.connected, id),
  }
}

/** Applies another tab's wallets; the current one changes only by its own key. */
function applyKnown(state: Connections, known: KnownConnections): Connections {
  const next: Connections = {}
  for (const namespace of new Set([...Object.keys(state), ...Object.keys(known)] as Namespace[])) {
    const { current, connected, chosen = {} } = state[namespace] ?? none
    const ids = known[namespace] ?? []
    const kept = current === undefined || ids.includes(current) ? ids : [current, ...ids]
    next[namespace] = {
      current,
      known: kept,
      connected: connected.filter((one) => kept.includes(one.connectorId)),
      chosen,
    }
  }
  return next
}

/** A family's connected wallets, the current one first. */
export function connectionsOf(state: State, namespace: Namespace): readonly Connection[] {
  // A kit that is not fully loaded knows only the current one.
  const current = connectedAccount(state, namespace)
  return state.connections[namespace]?.connected ?? (current ? [current] : [])
}

/** Finds a connection by its connector. */
export const findConnection = (state: State, { namespace, connectorId }: ConnectionRef): Connection | undefined =>
  connectionsOf(state, namespace).find((one) => one.connectorId === connectorId)

function read(text: string): KnownConnections {
  const stored: unknown = JSON.parse(text)
  const known: KnownConnections = {}
  for (const [namespace, ids] of Object.entries((stored ?? {}) as Record<string, unknown>))
    if (isNamespace(namespace) && Array.isArray(ids))
      known[namespace] = ids.filter((id) => typeof id === 'string' && id.length <= 300).slice(0, maxConnections)
  return known
}

function write({ connections }: State): string | undefined {
  // `remembered` already stores one wallet per family.
  const several = Object.entries(connections).filter(([, { known }]) => known.length > 1)
  return several.length > 0
    ? JSON.stringify(Object.fromEntries(several.map(([n, { known }]) => [n, known])))
    : undefined
}

/** The part that loads with the modal. */
export const deferredConnections: Feature<Connections> = {
  reduce: reduceConnections,
  keeps: [
    {
      key: '@billfold/connections',
      write,
      read: (text, restored) => {
        restored.connections = applyKnown(restored.connections ?? {}, read(text))
      },
      externalEvent: (text) => ({ type: 'connections/heard', known: text === undefined ? {} : read(text) }),
    },
    {
      key: '@billfold/accounts',
      write: ({ connections }) => {
        const chosen = Object.entries(connections).flatMap(([namespace, family]) =>
          Object.keys(family.chosen ?? {}).length > 0 ? [[namespace, family.chosen]] : [],
        )
        return chosen.length > 0 ? JSON.stringify(Object.fromEntries(chosen)) : undefined
      },
      read: (text, restored) => {
        restored.connections = withChosen(restored.connections ?? {}, JSON.parse(text) ?? {})
      },
      externalEvent: (text) => ({ type: 'connections/chosenHeard', chosen: JSON.parse(text ?? '{}') ?? {} }),
    },
  ],
}
