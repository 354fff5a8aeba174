/** One known fact about a request. */
export type Fact = { label: string; value: string; isAddress?: boolean }
/** A request's description: enough to decide about it. */
export type Described = { title: string; amount?: string; facts: Fact[]; text?: string; caution?: string }

/** A site's request to the wallet. */
export type AskedRequest = { chainId: string; method: string; params: unknown }
/** The phone's knowledge of the chains in a request. */
export type Known = {
  /** The chain's native coin. */
  coin(chainId: string): { symbol: string; decimals: number }
  /** A token by its contract, mint or number. */
  token(chainId: string, address: string): { symbol: string; decimals: number } | undefined
  /** The chain's node, for facts that only it has; undefined for a chain that the phone cannot reach. */
  rpcUrl(chainId: string): string | undefined
}

/** Describes a family's requests; undefined for an unknown one, which is shown raw. */
export type Describe = (request: AskedRequest, known: Known) => Described | undefined | Promise<Described | undefined>
