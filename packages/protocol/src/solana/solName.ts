import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { programAddress } from './programAddress.ts'

/** The programs and accounts of the Solana Name Service, which keeps names that end in `.sol`. */
export const nameService = {
  program: 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX',
  /** The account of `.sol` itself. */
  root: '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx',
  /** The owner of records of the second, checked kind. */
  records: '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo',
  /** Keeps names that were turned into tokens. */
  tokenizer: 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk',
} as const

const nobody = new Uint8Array(32)
const text = (value: string) => new TextEncoder().encode(value)

/** The registry's account of a name under a parent, with its class if it has one. */
export function nameAddress(name: string, parent: string, kind?: string): string {
  const hash = sha256(text(`SPL Name Service${name}`))
  return programAddress(nameService.program, hash, kind ? decodeBase58(kind) : nobody, decodeBase58(parent))
}

/** The account that marks a name as tokenized. */
export const tokenRecordAddress = (account: string): string =>
  programAddress(nameService.tokenizer, text('nft_record'), decodeBase58(account))

/** A name's account in the registry: its parent, its owner, its class, and whatever follows. */
export const nameRecord = (parent: string, owner: string, rest: Uint8Array = new Uint8Array()): Uint8Array =>
  joinBytes(decodeBase58(parent), decodeBase58(owner), nobody, rest)
