import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { type Address, createPublicClient, encodePacked, http, parseAbi, zeroAddress } from 'viem'

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)',
])
type Leg = { a: Address; b: Address; fee?: number }

/**
 * A hand-written search with viem alone for the best output of one swap: the pools that exist, looked up once; then
 * every route through one or two of them in one Multicall3, and the best again for a tiny amount, which gives the price
 * impact.
 */
export async function createPlainQuotes(chain: DevnetChain, from: Address, to: Address, bases: Address[]) {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const at = (name: string) => chain.contracts[name] as Address
  const multicallAddress = at('multicall3')

  async function legs(a: Address, b: Address): Promise<Leg[]> {
    const fees = [100, 500, 3_000, 10_000]
    const [factory2, factory3] = [at('uniswapV2Factory'), at('uniswapV3Factory')]
    const more = { multicallAddress, allowFailure: false } as const
    const pair = await client.multicall({
      contracts: [{ address: factory2, abi, functionName: 'getPair', args: [a, b] }],
      ...more,
    })
    const pools = await client.multicall({
      contracts: fees.map((fee) => ({ address: factory3, abi, functionName: 'getPool', args: [a, b, fee] }) as const),
      ...more,
    })
    const existing = [...pair, ...pools]
    return existing.flatMap((pool, index) =>
      pool === zeroAddress ? [] : [index ? { a, b, fee: fees[index - 1]! } : { a, b }],
    )
  }

  const routes: Leg[][] = (await legs(from, to)).map((leg) => [leg])
  for (const base of bases.filter((each) => each !== from && each !== to)) {
    const [firsts, seconds] = [await legs(from, base), await legs(base, to)]
    for (const first of firsts) for (const second of seconds) routes.push([first, second])
  }
  const callOf = (route: Leg[], amount: bigint) => {
    const isV2 = route[0]!.fee === undefined
    const tokens = [route[0]!.a, ...route.map(({ b }) => b)]
    if (isV2)
      return { address: at('uniswapV2Router'), abi, functionName: 'getAmountsOut', args: [amount, tokens] } as const
    const path =
      route.length === 1
        ? encodePacked(['address', 'uint24', 'address'], [tokens[0]!, route[0]!.fee!, tokens[1]!])
        : encodePacked(
            ['address', 'uint24', 'address', 'uint24', 'address'],
            [tokens[0]!, route[0]!.fee!, tokens[1]!, route[1]!.fee!, tokens[2]!],
          )
    return { address: at('uniswapV3QuoterV2'), abi, functionName: 'quoteExactInput', args: [path, amount] } as const
  }
  const isPlain = (route: Leg[]) => route.every(({ fee }) => (fee === undefined) === (route[0]!.fee === undefined))
  const [plain, mixed] = [routes.filter(isPlain), routes.filter((route) => !isPlain(route))]

  async function outputs(calls: ReturnType<typeof callOf>[]): Promise<bigint[]> {
    // The quoter is not a view, though it changes nothing: viem's types require one.
    const results = await client.multicall({ contracts: calls as never[], multicallAddress })
    return results.map(({ status, result }, index) => {
      if (status !== 'success') return 0n
      const isV2 = calls[index]!.functionName === 'getAmountsOut'
      return (result as unknown as bigint[]).at(isV2 ? -1 : 0) ?? 0n
    })
  }

  return {
    routes: routes.length,
    async quote(amount: bigint): Promise<bigint> {
      // Mixed routes need the first leg's output before quoting the second.
      const one = await outputs([
        ...plain.map((route) => callOf(route, amount)),
        ...mixed.map(([leg]) => callOf([leg!], amount)),
      ])
      const second = mixed.length
        ? await outputs(mixed.map(([, leg], index) => callOf([leg!], one[plain.length + index] || 1n)))
        : []
      const all = [...one.slice(0, plain.length), ...second]
      const best = all.reduce((at, out, index) => (out > all[at]! ? index : at), 0)
      const route = [...plain, ...mixed][best]!
      const [small] = await outputs([callOf(isPlain(route) ? route : [route[0]!], amount / 1_000n)])
      if (!isPlain(route)) await outputs([callOf([route[1]!], small || 1n)])
      return all[best]!
    },
  }
}
