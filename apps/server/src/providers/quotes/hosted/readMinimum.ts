import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import type { HostedSwapId } from './hostedContracts.ts'

const liFiSwap =
  'struct Swap { address callTo; address approveTo; address sends; address receives; uint256 amount; bytes data; bool deposit; }'
const abis = {
  '0x': parseAbi(['function exec(address operator, address token, uint256 amount, address target, bytes data)']),
  settler: parseAbi([
    'struct Slippage { address recipient; address token; uint256 minimum; }',
    'function execute(Slippage slippage, bytes[] actions, bytes32 tag)',
  ]),
  '1inch': parseAbi([
    'struct Order { address from; address to; address fromReceiver; address recipient; uint256 amount; uint256 minimum; uint256 flags; }',
    'function swap(address executor, Order order, bytes data)',
    'function unoswap(uint256 token, uint256 amount, uint256 minimum, uint256 pool)',
    'function unoswap2(uint256 token, uint256 amount, uint256 minimum, uint256 pool, uint256 pool2)',
    'function unoswap3(uint256 token, uint256 amount, uint256 minimum, uint256 pool, uint256 pool2, uint256 pool3)',
    'function ethUnoswap(uint256 minimum, uint256 pool)',
    'function ethUnoswap2(uint256 minimum, uint256 pool, uint256 pool2)',
    'function ethUnoswap3(uint256 minimum, uint256 pool, uint256 pool2, uint256 pool3)',
  ]),
  lifi: parseAbi([
    liFiSwap,
    'function swapTokensSingleV3ERC20ToERC20(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap swap)',
    'function swapTokensSingleV3ERC20ToNative(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap swap)',
    'function swapTokensSingleV3NativeToERC20(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap swap)',
    'function swapTokensMultipleV3ERC20ToERC20(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap[] swaps)',
    'function swapTokensMultipleV3ERC20ToNative(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap[] swaps)',
    'function swapTokensMultipleV3NativeToERC20(bytes32 id, string integrator, string referrer, address recipient, uint256 minimum, Swap[] swaps)',
  ]),
  kyberswap: parseAbi([
    'struct Order { address from; address to; address[] payees; uint256[] payments; address[] feeReceivers; uint256[] feeAmounts; address recipient; uint256 amount; uint256 minimum; uint256 flags; bytes permit; }',
    'struct Execution { address target; address approveTarget; bytes data; Order order; bytes clientData; }',
    'function swap(Execution execution)',
    'function swapSimpleMode(address caller, Order order, bytes data, bytes clientData)',
  ]),
}

/**
 * The least that a service's own contract will let the user end with, read from the call itself: what a service says beside it binds
 * nobody. `0n` where the call cannot be read, so that it is not offered.
 */
export function readMinimum(source: HostedSwapId, data: Hex): bigint {
  try {
    switch (source) {
      case '0x': {
        const outer = decodeFunctionData({ abi: abis['0x'], data })
        return decodeFunctionData({ abi: abis.settler, data: outer.args[4] }).args[0].minimum
      }
      case '1inch': {
        const { functionName, args } = decodeFunctionData({ abi: abis['1inch'], data })
        if (functionName === 'swap') return args[1].minimum
        return functionName.startsWith('eth') ? (args[0] as bigint) : (args[2] as bigint)
      }
      case 'lifi':
        return decodeFunctionData({ abi: abis.lifi, data }).args[4]
      case 'kyberswap': {
        const { functionName, args } = decodeFunctionData({ abi: abis.kyberswap, data })
        return functionName === 'swap' ? args[0].order.minimum : args[1].minimum
      }
    }
  } catch {
    // Another function, or bytes of another shape.
    return 0n
  }
}
