/** Hex as it is kept and looked up: addresses, hashes and data of EVM chains have no case. */
export const lowerHex = <T extends string>(hex: T): T => hex.toLowerCase() as T

/** Whether both are the same hex; what is absent is the same as what is absent. */
export const sameHex = (a: string | undefined, b: string | undefined): boolean =>
  (a && lowerHex(a)) === (b && lowerHex(b))
