import { bytesOfHex } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Stop } from '../../ports/clock.ts'
import type { ConnectorEvent, WalletAccount } from '../connector.ts'

/** Which input an account signs, and to what its signature commits. */
export type InputToSign = { address: string; index: number; sighashTypes: readonly number[] }
export type PsbtRequest = { psbt: Uint8Array; inputs: readonly InputToSign[]; broadcast: boolean }
export type SignedPsbt = { psbt?: Uint8Array | undefined; txid?: string | undefined }

/** How one kind of Bitcoin wallet is spoken to. What it throws is the wallet's own; what it answers is read before it is given on. */
export type BitcoinDialect = {
  /** Asks the person, unless `silent`. */
  connect(input: { silent: boolean; networkId: CaipNetworkId }): Promise<readonly WalletAccount[]>
  /** The accounts as they are, without asking the person. */
  accounts(): Promise<readonly WalletAccount[]>
  /** Where the wallet is; absent where it does not say, and undefined for a network that has no name here. */
  network?(): Promise<CaipNetworkId | undefined>
  switchNetwork?(networkId: CaipNetworkId): Promise<void>
  /** In hex or base64, as wallets differ. */
  signMessage(input: Asked & { message: string; isBip322: boolean }): Promise<string>
  signPsbt(input: Asked & PsbtRequest): Promise<SignedPsbt>
  /** Pays and gives the transaction's id; absent where the wallet only signs. */
  sendTransfer?(input: Asked & { recipient: string; amount: bigint }): Promise<string>
  disconnect?(): Promise<void>
  on?(told: (event: ConnectorEvent) => void): Stop
}
type Asked = { address: string; networkId: CaipNetworkId }

const longestList = 100

/** A wallet's list of accounts; throws where it is none. Accounts of other chains, which some wallets list, are left out. */
export function readBitcoinAccounts(answer: unknown): WalletAccount[] {
  if (!Array.isArray(answer) || answer.length > longestList) throw nonsense('accounts', answer)
  return answer.flatMap((one): WalletAccount[] => {
    const { address, publicKey, purpose, path, symbol } = typeof one === 'string' ? { address: one } : (one ?? {})
    if (typeof address !== 'string') throw nonsense('accounts', answer)
    if (purpose === 'stacks' || purpose === 'stx' || (symbol !== undefined && symbol !== 'BTC')) return []
    return [
      {
        address,
        type: purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : 'payment',
        ...(typeof publicKey === 'string' && /^([0-9a-f]{2}){32,65}$/i.test(publicKey) ? { publicKey } : {}),
        ...(typeof path === 'string' ? { path } : {}),
      },
    ]
  })
}

export const nonsense = (what: string, cause: unknown) =>
  new KitError('wallet_answer_invalid', { message: `The wallet returned an invalid response (${what})`, cause })

/** A text in an answer; throws where there is none. */
export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw nonsense(what, value)
  return value
}

/** Bytes that a wallet wrote as hex. */
export function readHex(value: unknown, what: string): Uint8Array {
  try {
    return bytesOfHex(readText(value, what))
  } catch {
    throw nonsense(what, value)
  }
}

/** The id of a transaction in an answer. */
export function readTxid(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value)) throw nonsense('transaction id', value)
  return value
}
