import { normalize } from 'viem/ens'

/** ENS name normalization; throws if invalid. The tables are large: plain names do not load this. */
export const normalizeName: (name: string) => string = normalize
