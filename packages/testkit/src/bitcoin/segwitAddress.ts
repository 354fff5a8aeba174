import { encodeBech32, wordsOf } from '@billfold/protocol/bitcoin/bech32'

/** A segwit address of version 0 (BIP-173): the network's prefix and a hash of 20 or 32 bytes. */
export const segwitAddress = (prefix: string, hash: Uint8Array): string =>
  encodeBech32({ kind: 'bech32', prefix, words: [0, ...wordsOf(hash)] })
