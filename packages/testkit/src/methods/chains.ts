import { providerError } from '../providerError.ts'
import { parseChainId, parseObject, toQuantity } from '../quantity.ts'
import { confirm, type Method, selectedAccount } from '../walletContext.ts'
import type { WalletChain } from '../walletSession.ts'

const switchEthereumChain: Method = async (context, params, method) => {
  const { session } = context
  const id = parseChainId(parseObject(params[0], 'The first parameter').chainId)
  const to = session.findChain(id)
  if (!to)
    throw providerError('chain_unknown', `The wallet does not know chain ${id}: add it with wallet_addEthereumChain`)
  if (id === session.get().chainId) return null
  const { address } = await selectedAccount(context)
  await confirm(context, method, { kind: 'switchChain', account: address, chain: session.chain(), to })
  session.set({ chainId: id })
  return null
}

const addEthereumChain: Method = async (context, params, method) => {
  const { session } = context
  const to = parseNewChain(parseObject(params[0], 'The first parameter'))
  if (session.findChain(to.id)) return switchEthereumChain(context, params, method)
  const reported = await context.rpc(to, 'eth_chainId', [])
  if (reported !== toQuantity(to.id))
    throw providerError(
      'invalid_input',
      `The chain at ${to.rpcUrl} says it is ${String(reported)}, not ${toQuantity(to.id)}`,
    )
  const { address } = await selectedAccount(context)
  await confirm(context, method, { kind: 'addChain', account: address, to })
  session.set({ chains: [...session.get().chains, to], chainId: to.id })
  return null
}

function parseNewChain(input: Record<string, unknown>): WalletChain {
  const { chainName, rpcUrls, nativeCurrency } = input
  const rpcUrl = Array.isArray(rpcUrls)
    ? rpcUrls.find((url) => typeof url === 'string' && /^https?:\/\//.test(url))
    : undefined
  if (!rpcUrl) throw providerError('invalid_input', 'rpcUrls must hold at least one http or https address')
  if (typeof chainName !== 'string' || !chainName) throw providerError('invalid_input', 'chainName must be a text')
  const { symbol, decimals } = parseObject(nativeCurrency, 'nativeCurrency')
  if (typeof symbol !== 'string' || !/^\S{1,11}$/.test(symbol) || decimals !== 18)
    throw providerError('invalid_input', 'nativeCurrency needs a symbol of 1 to 11 letters, and 18 decimals')
  return { id: parseChainId(input.chainId), rpcUrl, name: chainName, symbol }
}

/** Methods that tell or change the chain the wallet is on. */
export const chainMethods: Record<string, Method> = {
  eth_chainId: async ({ session }) => toQuantity(session.get().chainId),
  net_version: async ({ session }) => String(session.get().chainId),
  wallet_switchEthereumChain: switchEthereumChain,
  wallet_addEthereumChain: addEthereumChain,
}
