import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Trace, TransferCall } from '../chains/transfers.ts'
import type { Transaction } from '../features/transactions/transactions.ts'
import type { Kit } from '../kit.ts'

/** What a wallet was asked to send, from before it had the request until it is known what became of that. */
export type AskedRequest = Pick<Transaction, 'networkId' | 'kind' | 'from' | 'meant' | 'wallet'> & {
  id: string
  call: TransferCall
  /** Where the account and its chain stood then. */
  trace?: Trace
  /** Carried out by the wallet as one of several calls: the chain knows it under no name of the kit's. */
  isBatch?: true
  /** WalletConnect's, whose answer may still be in the relay's mailbox. */
  wire?: { id: number; method: string }
  askedAt: number
}

/** Those that this page waits for. */
export const liveRequests = new Set<string>()

export const askedKey = '@billfold/asked'
/** A wallet that has not sent it in a day has forgotten it. */
const livesMs = 86_400_000
const mostKept = 20

/** Everything that a wallet may still send, of this page, an earlier one or another tab. */
export function askedRequests({ ports: { storage, clock } }: Pick<Kit, 'ports'>): readonly AskedRequest[] {
  try {
    const stored: unknown = JSON.parse(storage.get(askedKey) ?? '[]')
    return (stored as unknown[]).filter(isSound).filter(({ askedAt }) => clock.now() - askedAt <= livesMs)
  } catch {
    // Garbage, or another version's: as if nothing were there.
    return []
  }
}

/** Writes a request down, or what is known of it since. */
export const keepAsked = (kit: Pick<Kit, 'ports'>, asked: AskedRequest): void =>
  write(kit, [asked, ...askedRequests(kit).filter(({ id }) => id !== asked.id)])

/** It is known what became of it, or the visitor says so. */
export const forgetAsked = (kit: Pick<Kit, 'ports'>, id: string): void =>
  write(
    kit,
    askedRequests(kit).filter((one) => one.id !== id),
  )

type Payment = { networkId: CaipNetworkId; from: string; to: string; token?: string | undefined; amount: bigint }

/** A request for the same payment that a wallet may still have. */
export const sameAsked = (kit: Pick<Kit, 'ports'>, payment: Payment): AskedRequest | undefined =>
  askedRequests(kit).find(
    ({ kind, networkId, from, meant }) =>
      kind === 'send' &&
      networkId === payment.networkId &&
      from === payment.from &&
      meant.to === payment.to &&
      meant.token === payment.token &&
      meant.amount === `${payment.amount}`,
  )

function write({ ports: { storage } }: Pick<Kit, 'ports'>, list: readonly AskedRequest[]): void {
  storage.set(askedKey, list.length > 0 ? JSON.stringify(list.slice(0, mostKept)) : undefined)
}

/** Whether it is one of the kit's, as far as the kit itself reads it; what a family keeps in words of its own it reads itself. */
function isSound(value: unknown): value is AskedRequest {
  const { id, networkId, kind, from, call, meant, askedAt, wire } = (value ?? {}) as Partial<AskedRequest>
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
