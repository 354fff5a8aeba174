import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../kit.ts'
import type { Transaction } from '../model/transactions.ts'
import type { Trace, TransferCall } from '../model/transfer.ts'

/** A send request, stored from before the wallet has it until its outcome is known. */
export type PendingRequest = Pick<Transaction, 'networkId' | 'kind' | 'from' | 'meant' | 'wallet'> & {
  id: string
  call: TransferCall
  /** The position of the account and its chain at that time. */
  trace?: Trace
  /** Executed in a batch: the chain knows it under no id of the kit's. */
  isBatch?: true
  /** WalletConnect's id, whose response may still be in the relay's mailbox. */
  wire?: { id: number; method: string }
  askedAt: number
}

/** Requests that this page waits for. */
export const liveRequests = new Set<string>()

const requestsKey = '@billfold/asked'
/** Wallets drop requests within a day. */
const livesMs = 86_400_000
const maxStored = 20

/** All requests that a wallet may still send, from this page, an earlier one or another tab. */
export function pendingRequests({ ports: { storage, clock } }: Pick<Kit, 'ports'>): readonly PendingRequest[] {
  try {
    const stored: unknown = JSON.parse(storage.get(requestsKey) ?? '[]')
    return (stored as unknown[]).filter(isSound).filter(({ askedAt }) => clock.now() - askedAt <= livesMs)
  } catch {
    // Corrupt, or from another version: treat as empty.
    return []
  }
}

/** Stores a request, or updates it. */
export const storeRequest = (kit: Pick<Kit, 'ports'>, request: PendingRequest): void =>
  write(kit, [request, ...pendingRequests(kit).filter(({ id }) => id !== request.id)])

/** Its outcome is known, or the visitor decided. */
export const deleteRequest = (kit: Pick<Kit, 'ports'>, id: string): void =>
  write(
    kit,
    pendingRequests(kit).filter((one) => one.id !== id),
  )

type Payment = { networkId: CaipNetworkId; from: string; to: string; token?: string | undefined; amount: bigint }

/** A pending request for the same payment. */
export const isSameRequest = (kit: Pick<Kit, 'ports'>, payment: Payment): PendingRequest | undefined =>
  pendingRequests(kit).find(
    ({ kind, networkId, from, meant }) =>
      kind === 'send' &&
      networkId === payment.networkId &&
      from === payment.from &&
      meant.to === payment.to &&
      meant.token === payment.token &&
      meant.amount === `${payment.amount}`,
  )

function write({ ports: { storage } }: Pick<Kit, 'ports'>, list: readonly PendingRequest[]): void {
  storage.set(requestsKey, list.length > 0 ? JSON.stringify(list.slice(0, maxStored)) : undefined)
}

/** Whether the kit's own fields are valid; each family validates its own. */
function isSound(value: unknown): value is PendingRequest {
  const { id, networkId, kind, from, call, meant, askedAt, wire } = (value ?? {}) as Partial<PendingRequest>
  const texts = [id, networkId, kind, from, meant?.to, meant?.symbol, meant?.amount]
  return (
    texts.every((text) => typeof text === 'string' && text.length <= 200) &&
    /^\d+$/.test(meant?.amount ?? '') &&
    Number.isInteger(meant?.decimals) &&
    typeof call === 'object' &&
    Number.isFinite(askedAt) &&
    (wire === undefined || (Number.isSafeInteger(wire?.id) && typeof wire?.method === 'string'))
  )
}
