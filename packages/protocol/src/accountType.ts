import type { Namespace } from './caip.ts'

/** Account types: a plain key, a contract, or a Bitcoin key for payments or for ordinals. */
export const accountTypes = ['eoa', 'smartAccount', 'payment', 'ordinal'] as const
export type AccountType = (typeof accountTypes)[number]

/** Which kind of account a visitor of an embedded wallet uses on a family until they choose another. */
const defaultAccountTypes = {
  eip155: 'smartAccount',
  solana: 'eoa',
  polkadot: 'eoa',
  bip122: 'payment',
} as const satisfies Record<Namespace, AccountType>

/** The type of an account if its wallet does not report one: only embedded wallets start with a smart account. */
export function plainAccountType(namespace: Namespace): AccountType {
  // A family that the kit does not speak has keys, as far as anyone knows.
  const type: AccountType | undefined = defaultAccountTypes[namespace]
  return type === undefined || type === 'smartAccount' ? 'eoa' : type
}
