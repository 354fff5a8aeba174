import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../bytes.ts'
import { bytesOfKey } from './keys.ts'

/** The topic on which messages under a key travel. */
export const topicOf = (symKey: string): string => hexOf(sha256(bytesOfKey(symKey)))

/** The id of a relayed message: what senders and receivers know duplicates by. */
export const hashMessage = (message: string): string => hexOf(sha256(new TextEncoder().encode(message)))
