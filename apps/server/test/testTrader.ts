import type { Devnet } from '@billfold/devnet/startDevnet'
import { createWalletClient, erc20Abi, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmFromDevnet } from '../src/chains/eip155/evmFromDevnet.ts'
import type { EvmAddress } from '../src/chains/serverChain.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource, type SwapAsset } from '../src/providers/quotes/quoteSource.ts'

/** Someone on the local network who asks a source, carries out what it builds, and looks what really came out. */
export function createTrader({ manifest }: Devnet, source: QuoteSource, fee: NonNullable<QuoteRequest['fee']>) {
  const network = manifest.chains[0]!
  const chain = evmFromDevnet(network)
  const wallet = (index = 1) =>
    createWalletClient({
      account: privateKeyToAccount(manifest.accounts[index]!.privateKey as Hex),
      transport: http(network.rpcUrl),
      pollingInterval: 20,
    }).extend(publicActions)
  const tokenOf = (symbol: string) => network.tokens.find((token) => token.symbol === symbol)!.address as EvmAddress
  const asset = (symbol: string): SwapAsset => (symbol === 'ETH' ? nativeCoin : tokenOf(symbol))
  const held = (of: SwapAsset, owner: EvmAddress) =>
    of === nativeCoin
      ? wallet().getBalance({ address: owner })
      : wallet().readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const signal = () => AbortSignal.timeout(20_000)
  const requestOf = (from: string, to: string, amount: bigint, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
    chain,
    from: asset(from),
    to: asset(to),
    amount,
    user: wallet().account.address,
    slippageBps: 100,
    fee,
    ...more,
  })

  /** Quotes, signs for Permit2 where tokens are paid, swaps, and says what really came out. */
  async function swap(from: string, to: string, amount: bigint, more: Partial<QuoteRequest> = {}) {
    const me = wallet()
    const user = me.account.address
    const request = requestOf(from, to, amount, more)
    const quote = await source.quote(request, signal())
    if (!quote) return undefined
    let permit: Parameters<QuoteSource['build']>[3]
    if (quote.spender) {
      const approve = { abi: erc20Abi, functionName: 'approve', args: [quote.spender, amount] } as const
      const hash = await me.writeContract({ address: request.from as EvmAddress, ...approve, chain: null })
      await me.waitForTransactionReceipt({ hash })
      const typedData = await source.permit!(request, quote, signal())
      permit = { typedData: typedData!, signature: await me.signTypedData(typedData as never) }
    }
    const built = await source.build(request, quote, signal(), permit)
    // The fee in the chain's own coin is paid as its token: the router cannot pay two kinds at once.
    const feeToken = request.to === nativeCoin ? chain.wrappedNative! : request.to
    const [got, paid] = [await held(request.to, user), await held(feeToken, fee.recipient)]
    const hash = await me.sendTransaction({ to: built.to, data: built.data, value: built.value, chain: null })
    const receipt = await me.waitForTransactionReceipt({ hash })
    const gas = request.to === nativeCoin ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
    return {
      quote,
      status: receipt.status,
      gained: (await held(request.to, user)) - got + gas,
      feePaid: (await held(feeToken, fee.recipient)) - paid,
      gasUsed: receipt.gasUsed,
    }
  }

  return { chain, wallet, tokenOf, asset, held, signal, requestOf, swap }
}
