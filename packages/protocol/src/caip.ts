import { KitError } from './error.ts'

/** The chain families the kit speaks, by their CAIP-2 namespace. */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const
/** A chain family that the kit speaks: EVM chains, Solana, Polkadot or Bitcoin. */
export type Namespace = (typeof namespaces)[number]
/** Any family by its CAIP-2 namespace, even one that only WalletConnect wallets support. */
export type AnyNamespace = Namespace | (string & {})

/** A CAIP-2 chain id, `eip155:1`. */
export type CaipNetworkId = `${Namespace}:${string}`
/** A CAIP-10 account id, `eip155:1:0xab…`. */
export type CaipAddress = `${CaipNetworkId}:${string}`

export const isNamespace = (value: unknown): value is Namespace => namespaces.includes(value as Namespace)

/** Splits `namespace:reference`; throws on anything else. */
export function parseCaipNetworkId(value: string): { namespace: Namespace; reference: string } {
  const [namespace, reference, ...rest] = value.split(':')
  if (!isNamespace(namespace) || !reference || rest.length > 0)
    throw new KitError('invalid_caip', { message: `Invalid CAIP-2 network id: ${value}` })
  return { namespace, reference }
}

/** Splits `namespace:reference:address`; throws on anything else. */
export function parseCaipAddress(value: string): { namespace: Namespace; reference: string; address: string } {
  const [namespace, reference, address, ...rest] = value.split(':')
  if (!isNamespace(namespace) || !reference || !address || rest.length > 0)
    throw new KitError('invalid_caip', { message: `Invalid CAIP-10 address: ${value}` })
  return { namespace, reference, address }
}

export const caipNetworkId = (namespace: Namespace, reference: string | number): CaipNetworkId =>
  `${namespace}:${reference}`

export const caipAddress = (networkId: CaipNetworkId, address: string): CaipAddress => `${networkId}:${address}`

/** The chain a CAIP-10 account lives on. */
export function networkOf(address: CaipAddress): CaipNetworkId {
  const { namespace, reference } = parseCaipAddress(address)
  return caipNetworkId(namespace, reference)
}
