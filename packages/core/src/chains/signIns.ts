import type { SiwxMessageData } from '../model/siwx.ts'
import type { WalletRequest } from './chainQuery.ts'

/** Native sign-in of a family's wallets: they write the text, and show it as a sign-in. */
export type SignIns = {
  request(input: { address: string; data: SiwxMessageData }): WalletRequest
  /** The signed text, verified to match `message` and the account; throws otherwise. */
  read(input: { address: string; message: string; answer: unknown }): Promise<{ message: string; signature: string }>
}
