import type { SiwxMessageData } from '../features/signin/siwx.ts'
import type { WalletRequest } from './chain.ts'

/** Signing in as a family's wallets know it: they write the text themselves, and show it as what it is. */
export type SignIns = {
  request(input: { address: string; data: SiwxMessageData }): WalletRequest
  /** What was signed, once it says what `message` says and is the account's; throws else. */
  read(input: { address: string; message: string; answer: unknown }): Promise<{ message: string; signature: string }>
}
