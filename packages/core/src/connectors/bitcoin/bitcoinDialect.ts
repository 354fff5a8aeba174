import { bytesOfHex } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { ConnectorEvent, WalletAccount } from '../../model/connector.ts'
import type { Stop } from '../../ports/clock.ts'

/** An input to sign, and its sighash types. */
export type InputToSign = { address: string; index: number; sighashTypes: readonly number[] }
export type PsbtRequest = { psbt: Uint8Array; inputs: readonly InputToSign[]; broadcast: boolean }
export type SignedPsbt = { psbt?: Uint8Array | undefined; txid?: string | undefined }

/** The API of one kind of Bitcoin wallet. Throws the wallet's own errors; validates its responses. */
export type BitcoinDialect = {
  /** Prompts the person, unless `silent`. */
  connect(input: { silent: boolean; networkId: CaipNetworkId }): Promise<readonly WalletAccount[]>
  /** The current accounts, without a prompt. */
  accounts(): Promise<readonly WalletAccount[]>
  /** The wallet's network; absent if it does not report one, undefined for an unknown network. */
  network?(): Promise<CaipNetworkId | undefined>
  switchNetwork?(networkId: CaipNetworkId): Promise<void>
  /** In hex or base64, depending on the wallet. */
  signMessage(input: SigningAccount & { message: string; isBip322: boolean }): Promise<string>
  signPsbt(input: SigningAccount & PsbtRequest): Promise<SignedPsbt>
  /** Sends a payment and returns its id; absent if the wallet only signs. */
  sendTransfer?(input: SigningAccount & { recipient: string; amount: bigint }): Promise<string>
  disconnect?(): Promise<void>
  on?(listener: (event: ConnectorEvent) => void): Stop
}
type SigningAccount = { address: string; networkId: CaipNetworkId }

const maxAccounts = 100

/** Parses a wallet's accounts; throws if invalid. Drops accounts of other chains, which some wallets list. */
export function readBitcoinAccounts(answer: unknown): WalletAccount[] {
  if (!Array.isArray(answer) || answer.length > maxAccounts) throw invalidResponse('accounts', answer)
  return answer.flatMap((one): WalletAccount[] => {
    const { address, publicKey, purpose, path, symbol } = typeof one === 'string' ? { address: one } : (one ?? {})
    if (typeof address !== 'string') throw invalidResponse('accounts', answer)
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

export const invalidResponse = (what: string, cause: unknown) =>
  new KitError('wallet_answer_invalid', { message: `The wallet returned an invalid response (${what})`, cause })

/** Parses a string; throws if it is not one. */
export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw invalidResponse(what, value)
  return value
}

/** Parses hex bytes. */
export function readHex(value: unknown, what: string): Uint8Array {
  try {
    return bytesOfHex(readText(value, what))
  } catch {
    throw invalidResponse(what, value)
  }
}

/** Parses a transaction id. */
export function readTxid(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value)) throw invalidResponse('transaction id', value)
  return value
}
