import { normalize } from 'viem/ens'

/** A name as ENS writes names; throws where it is none. The rules are large: who has a plain name does without. */
export const normalizeName: (name: string) => string = normalize
