import { providerError } from '../providerError.ts'
import { parseAddress, parseChainId, parseObject } from '../quantity.ts'
import { parseCall, quoteFees, sendCall } from '../sendCall.ts'
import { confirm, type Method, permittedAccount, selectedAccount } from '../walletContext.ts'

const sendTransaction: Method = async (context, params, method) => {
  const input = parseObject(params[0], 'The transaction')
  const account = await permittedAccount(context, input.from)
  const chain = context.session.chain()
  const wantedChainId = input.chainId === undefined ? chain.id : parseChainId(input.chainId)
  if (wantedChainId !== chain.id)
    throw providerError(
      'chain_disconnected',
      `The transaction is for chain ${wantedChainId}, but the wallet is on chain ${chain.id}`,
    )
  const call = parseCall(input)
  const fees = await quoteFees(context, chain, account.address, call)
  const prepared = { ...call, fee: fees.gas * fees.price }
  await confirm(context, method, { kind: 'transaction', account: account.address, chain, call: prepared })
  return sendCall(context, chain, account, call, fees)
}

const watchAsset: Method = async (context, params, method) => {
  // EIP-747 is called with an object; libraries that only know arrays wrap it.
  const input = parseObject(Array.isArray(params) ? params[0] : params, 'The asset')
  if (input.type !== 'ERC20') throw providerError('invalid_input', 'Only ERC20 assets can be watched')
  const { address, symbol, decimals } = parseObject(input.options, 'options')
  if (
    typeof symbol !== 'string' ||
    !symbol ||
    !Number.isInteger(decimals) ||
    Number(decimals) < 0 ||
    Number(decimals) > 36
  )
    throw providerError('invalid_input', 'The asset needs a symbol, and decimals from 0 to 36')
  const account = await selectedAccount(context)
  await confirm(context, method, {
    kind: 'watchAsset',
    account: account.address,
    chain: context.session.chain(),
    symbol,
    address: parseAddress(address, 'address'),
    decimals: Number(decimals),
  })
  return true
}

/** Methods that send something, or have the wallet watch it. */
export const transactionMethods: Record<string, Method> = {
  eth_sendTransaction: sendTransaction,
  wallet_watchAsset: watchAsset,
}
