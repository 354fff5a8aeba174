import { decimalOf } from '@billfold/protocol/decimalOf'
import { formatPrice } from '../formatAmount.ts'
import { toFixed } from './ratio.ts'
import { quoteToken } from './readPrices.ts'
import { Sparkline } from './Sparkline.tsx'
import type { ChainState } from './watchChain.ts'

const digits = 18

/** Behavior of these tokens that exists on public chains, and that a kit must handle. */
const behaviour = {
  permit: ['takes approvals by signature', 'take approvals by signature'],
  noReturn: ['returns nothing from a transfer', 'return nothing from a transfer'],
  feeOnTransfer: ['keeps a share of each transfer', 'keep a share of each transfer'],
} as const

const listed = (words: readonly string[], type: 'conjunction' | 'unit') =>
  new Intl.ListFormat('en', { type, style: 'long' }).format(words)

/** A sentence on the tokens that behave unlike the others; undefined if none does. */
function remarkOn({ tokens }: ChainState['chain']): string | undefined {
  const parts = Object.entries(behaviour).flatMap(([kind, [one, several]]) => {
    const symbols = tokens.filter((token) => token.kind === kind).map(({ symbol }) => symbol)
    if (symbols.length === 0) return []
    return [`${listed(symbols, 'conjunction')} ${symbols.length > 1 ? several : one}`]
  })
  return parts.length > 0 ? `As on public chains, tokens differ: ${listed(parts, 'unit')}.` : undefined
}

/** The prices of the chain's tokens, read from its pools at the newest block. */
export function Prices({ state }: { state: ChainState }) {
  const dollar = quoteToken(state.chain)
  if (!dollar) return null
  const remark = remarkOn(state.chain)
  return (
    <div className="prices">
      <h3>
        Prices in {dollar.symbol} <span className="quiet">from pools</span>
      </h3>
      <ul>
        {state.prices.map(({ token, price, pool, via }) => {
          const value = toFixed(price, digits)
          const trace = (state.traces[token.address] ?? []).map((each) => toFixed(each, digits))
          const source = `Uniswap ${pool.protocol.slice(-2)}, ${pool.fee / 10_000}%${via ? `, via ${via.symbol}` : ''}`
          return (
            <li
              key={token.address}
              title={`${decimalOf({ amount: value, decimals: digits })} ${dollar.symbol} · ${source}`}
            >
              <span className="price-name">
                <strong>{token.symbol}</strong>
              </span>
              {new Set(trace).size > 1 && (
                <Sparkline values={trace} label={`${token.symbol}: last ${trace.length} trades`} />
              )}
              <span className="price" data-testid={`price-${token.symbol}`}>
                {formatPrice(value, digits)}
              </span>
            </li>
          )
        })}
        {state.prices.length === 0 && (
          <li className="quiet">{state.heardAt === 0 ? 'Reading pools…' : 'No token prices yet.'}</li>
        )}
      </ul>
      {remark && <p className="quiet price-kinds">{remark}</p>}
    </div>
  )
}
