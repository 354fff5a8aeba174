import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Ask, WalletRequest } from './chain.ts'

/** What can be sent: a token by its contract, or the chain's own coin, which has none. */
export type SendToken = { address?: string; symbol: string; decimals: number }

/** A transfer as the visitor means it; the amount is a whole number of the token's smallest units. */
export type Transfer = { networkId: CaipNetworkId; from: string; to: string; amount: bigint; token: SendToken }

/** What the wallet is asked to sign, to the byte. */
export type TransferCall = { from: string; to: string; value: bigint; data: string }

/** What the network takes, in smallest units of its own coin: at most, and as things stand now. */
export type Fee = {
  gas: bigint
  most: bigint
  likely: bigint
  /** As the wallet is told. */
  fields: Readonly<Record<string, string>>
}

/** Why the chain would refuse. What a contract said is shown as a quotation: anybody may have written it. */
export type Refusal =
  | { kind: 'said'; text: string }
  | { kind: 'panic'; code: number }
  | { kind: 'named'; name: string }
  | { kind: 'coded'; selector: string }
  | { kind: 'silent' }
  | { kind: 'returnedFalse' }
  | { kind: 'noToken' }
  | { kind: 'noFunds' }

/** A transfer worked out and tried on the chain, before any wallet is asked. */
export type TransferPlan = {
  transfer: Transfer
  call: TransferCall
  /** Absent where the chain refuses. */
  fee?: Fee
  refusal?: Refusal
  /** What the recipient has more afterwards; absent where the node cannot say. */
  arrives?: bigint
  isContract: boolean
}

export type TokenFound = { address: string; name: string; symbol: string; decimals: number; amount: bigint }

/** A transaction that a wallet said it sent. */
export type SentCall = { hash: string; call: TransferCall; nonce?: number; block?: bigint }

/** What the chain knows of it. */
export type Sighting =
  | { state: 'unknown' }
  /** Known and waiting. `altered` says that it is not what was asked for. */
  | { state: 'waiting'; nonce: number; altered: boolean }
  /** With the reason of a failure, where the chain still tells it. */
  | { state: 'mined'; succeeded: boolean; block: bigint; altered: boolean; refusal?: Refusal | undefined }
  /** Another transaction took its turn: the same again at another price, or something else. */
  | { state: 'replaced'; by?: string; same: boolean; succeeded?: boolean }

/** What a scanned or pasted text asks for. */
export type TransferRequest = { address: string; networkId?: CaipNetworkId; token?: string; amount?: bigint }

/** What a family must know to send. It works everything out by asking, and never talks to a wallet by itself. */
export type Transfers = {
  /** The one written form of an address; throws where it is none or its check letters are wrong. */
  parseRecipient(text: string): string
  /** What a payment link asks for; nothing where the text is none. */
  parseRequest(text: string): TransferRequest | undefined
  /** Who has a name, by the names' registry on the chain that is asked; the name as it is rightly written. */
  resolveName?(
    input: { name: string; registry: string },
    ask: Ask,
  ): Promise<{ address: string; name: string } | undefined>
  /** Whether nobody can have the key of it. */
  isBurn(address: string): boolean
  /** Whether an account runs code, its own or lent (EIP-7702). */
  runsCode(address: string, ask: Ask): Promise<boolean>
  balance(input: { owner: string; token?: string | undefined }, ask: Ask): Promise<bigint>
  findToken(input: { address: string; owner: string }, ask: Ask): Promise<TokenFound>
  plan(transfer: Transfer, ask: Ask): Promise<TransferPlan>
  /** The most of the chain's own coin that can be sent with the network's cost left over. */
  most(input: { from: string; to?: string | undefined; balance: bigint }, ask: Ask): Promise<bigint>
  /** Roughly what a transfer costs, before it is known to whom. */
  roughFee(input: { token?: string | undefined }, ask: Ask): Promise<bigint>
  request(call: TransferCall, fee: Fee, networkId: CaipNetworkId): WalletRequest
  readHash(answer: unknown): string
  /** The network that a wallet is on, asked of the wallet itself. */
  standsOn(ask: Ask): Promise<CaipNetworkId>
  /** Where things stand before a wallet is asked, to find a replacement later. */
  height(ask: Ask): Promise<bigint>
  look(sent: SentCall, ask: Ask): Promise<Sighting>
}
