import type { Selectable } from 'kysely'
import type { NamesTables } from './namesTables.ts'

/** The signer for a name: a key, or a contract on one chain. */
export type NameOwner = { address: Buffer; chain: string | null }

type Row = Pick<Selectable<NamesTables['names']>, 'owner' | 'owner_chain'>

/**
 * Whether a name is the signer's. A contract is an address on a chain: someone else may hold the same address on
 * another one. A key is its address everywhere, even if a contract has signed for it.
 */
export const ownsName = ({ address, chain }: NameOwner, row: Row): boolean =>
  row.owner.equals(address) && (chain === null || row.owner_chain === chain)
