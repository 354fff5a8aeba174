import { createHash } from 'node:crypto'

/** A key as it is kept: of one length, and without the address of a person in it. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest().subarray(0, 16)
