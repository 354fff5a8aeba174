/** A mock chain: enough to send on it and to track what was sent. */
export function fakeNode(chainId = 1) {
  const state = {
    balance: 10n ** 19n,
    /** Thrown by every simulation, as nodes do. */
    refuses: undefined as unknown,
    isDown: false,
    transactions: new Map<string, Record<string, unknown>>(),
    receipts: new Map<string, Record<string, unknown>>(),
    counts: 0,

    blocks: [] as { transactions: Record<string, unknown>[] }[],
    asked: [] as string[],
    /** The last final block; the latest by default. */
    final: undefined as (() => number) | undefined,
    /** The code at every address. */
    code: '0x',
    /** The wallet's responses on its batches. */
    batches: new Map<string, Record<string, unknown>>(),
  }
  const quantity = (value: bigint | number) => `0x${value.toString(16)}`
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => quantity(chainId),
    eth_blockNumber: () => quantity(state.blocks.length),
    eth_getCode: () => state.code,
    wallet_getCallsStatus: ([id]) => {
      const batch = state.batches.get(String(id))
      if (!batch) throw { code: 5730, message: 'Unknown bundle' }
      return batch
    },
    eth_getBalance: () => quantity(state.balance),
    eth_getBlockByNumber([at]) {
      if (at === 'latest') return { baseFeePerGas: quantity(10n ** 9n), transactions: [] }
      if (at === 'finalized') return { number: quantity(state.final?.() ?? state.blocks.length) }
      return state.blocks[Number(at) - 1] ?? null
    },
    eth_maxPriorityFeePerGas: () => quantity(10n ** 9n),
    eth_estimateGas: () => {
      if (state.refuses) throw state.refuses
      return quantity(21_000)
    },
    eth_call: () => {
      if (state.refuses) throw state.refuses
      return '0x'
    },
    eth_getTransactionCount([, at]) {
      if (at === 'latest') return quantity(state.counts)
      const mined = state.blocks.slice(0, Number(at)).flatMap(({ transactions }) => transactions)
      return quantity(Math.max(0, ...mined.map(({ nonce }) => Number(nonce) + 1)))
    },
    eth_getTransactionByHash: ([hash]) => state.transactions.get(String(hash)) ?? null,
    eth_getTransactionReceipt: ([hash]) => state.receipts.get(String(hash)) ?? null,
  }
  return {
    state,
    answer(method: string, params: unknown): unknown {
      state.asked.push(method)
      if (state.isDown) throw new Error('down')
      const answer = answers[method]
      if (!answer) throw { code: -32601, message: `No ${method}` }
      return answer(Array.isArray(params) ? params : [])
    },
    /** Mines a block with this transaction. */
    mine(hash: string, transaction: Record<string, unknown>, status = '0x1') {
      state.blocks.push({ transactions: [{ ...transaction, hash }] })
      state.transactions.set(hash, { ...transaction, hash })
      state.receipts.set(hash, { status, blockNumber: quantity(state.blocks.length) })
    },
    quantity,
  }
}
