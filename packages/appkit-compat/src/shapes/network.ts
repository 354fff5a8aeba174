import type { Chain, ChainFormatters, HttpTransportConfig } from 'viem'

export type InternalChainNamespace = 'eip155' | 'solana' | 'polkadot' | 'bip122' | 'cosmos' | 'sui' | 'stacks'
/** A family of chains, by its CAIP-2 name. */
export type ChainNamespace<T extends string = InternalChainNamespace> = T | InternalChainNamespace
export type ChainId = string | number
/** A network in CAIP-2, `eip155:1`. */
export type CaipNetworkId<N extends string = InternalChainNamespace> = `${ChainNamespace<N>}:${ChainId}`
/** An account in CAIP-10, `eip155:1:0xab…`. */
export type CaipAddress = `${ChainNamespace}:${ChainId}:${string}`
export type ParsedCaipAddress = { chainNamespace: ChainNamespace; chainId: ChainId; address: string }

type Custom = Record<string, unknown> | undefined

/** A chain of viem's. */
export type BaseNetwork<
  formatters extends ChainFormatters | undefined = ChainFormatters | undefined,
  custom extends Custom = Custom,
> = Chain<formatters, custom>
export type BaseChain = Chain

/** A chain of any family: a viem chain plus its family and its CAIP-2 id. */
export type CaipNetwork<
  formatters extends ChainFormatters | undefined = ChainFormatters | undefined,
  custom extends Custom = Custom,
  N extends string = InternalChainNamespace,
> = Omit<Chain<formatters, custom>, 'id'> & {
  id: number | string
  chainNamespace: ChainNamespace<N>
  caipNetworkId: CaipNetworkId<N>
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined }
}
export type CustomCaipNetwork<T extends string = InternalChainNamespace> = CaipNetwork<
  ChainFormatters,
  Record<string, unknown>,
  T
>
export type InferredCaipNetwork<T extends { chainNamespace: string } = { chainNamespace: string }> = T extends {
  chainNamespace: infer N extends string
}
  ? CustomCaipNetwork<N>
  : CustomCaipNetwork
/** What `networks` takes. */
export type AppKitNetwork = BaseNetwork | CaipNetwork

/** A node of the site's own; `config` is for wagmi's transport, if wagmi sends the request. */
export type CustomRpcUrl = { url: string; config?: HttpTransportConfig }
export type CustomRpcUrlMap = Record<CaipNetworkId, CustomRpcUrl[]>

export type Address = `0x${string}`
export type Hex = `0x${string}`
