import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { isOnCurve } from './isOnCurve.ts'
import { solanaPrograms } from './solanaPrograms.ts'

const marker = new TextEncoder().encode('ProgramDerivedAddress')

/** The address that a program has for these seeds: the first that can be no one's public key. */
export function programAddress(program: string, ...seeds: readonly Uint8Array[]): string {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(joinBytes(...seeds, Uint8Array.of(bump), decodeBase58(program), marker))
    if (!isOnCurve(hash)) return encodeBase58(hash)
  }
  throw new KitError('internal', { message: 'These seeds have no address' })
}

/** The default address of an owner's tokens of a mint. */
export const associatedAddress = (owner: string, mint: string, program: string): string =>
  programAddress(solanaPrograms.associatedToken, ...[owner, program, mint].map((address) => decodeBase58(address)))
