/** One line of what is known about a request. */
export type Fact = { label: string; value: string; isAddress?: boolean }
/** A request in words: enough to decide about it. */
export type Described = { title: string; amount?: string; facts: Fact[]; text?: string; caution?: string }

/** What a site asks of the wallet. */
export type AskedRequest = { chainId: string; method: string; params: unknown }
/** What the phone knows of the chains it is asked about. */
export type Known = {
  /** The chain's own coin. */
  coin(chainId: string): { symbol: string; decimals: number }
  /** A token by its contract, mint or number. */
  token(chainId: string, address: string): { symbol: string; decimals: number } | undefined
  /** The chain's node, for what only it can tell; undefined for a chain the phone has no way to. */
  rpcUrl(chainId: string): string | undefined
}

/** Puts a family's requests into words; nothing for one it does not know, which is then shown as it came. */
export type Describe = (request: AskedRequest, known: Known) => Described | undefined | Promise<Described | undefined>
