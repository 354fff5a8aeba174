import { decimalOf } from '@billfold/protocol/decimalOf'
import { formatPrice } from '../formatAmount.ts'
import { toFixed } from './ratio.ts'
import { quoteToken } from './readPrices.ts'
import { Sparkline } from './Sparkline.tsx'
import type { ChainState } from './watchChain.ts'

const digits = 18

const behaviour: Record<string, string> = {
  wrapped: 'wrapped',
  permit: 'signs permits',
  noReturn: 'returns nothing',
  feeOnTransfer: 'keeps a fee',
}

/** What the chain's tokens are worth, read from its pools at the newest block. */
export function Prices({ state }: { state: ChainState }) {
  const dollar = quoteToken(state.chain)
  if (!dollar) return null
  return (
    <div className="prices">
      <h3>
        Prices in {dollar.symbol} <span className="quiet">from the pools</span>
      </h3>
      <ul>
        {state.prices.map(({ token, price, pool, via }) => {
          const value = toFixed(price, digits)
          const trace = (state.traces[token.address] ?? []).map((each) => toFixed(each, digits))
          const note = behaviour[token.kind]
          const source = `Uniswap ${pool.protocol.slice(-2)}, ${pool.fee / 10_000}%${via ? `, through ${via.symbol}` : ''}`
          return (
            <li
              key={token.address}
              title={`${decimalOf({ amount: value, decimals: digits })} ${dollar.symbol} · ${source}`}
            >
              <span className="price-name">
                <strong>{token.symbol}</strong>
                {note && <span className="quiet price-kind">{note}</span>}
              </span>
              {new Set(trace).size > 1 && (
                <Sparkline values={trace} label={`${token.symbol}: the last ${trace.length} trades`} />
              )}
              <span className="price" data-testid={`price-${token.symbol}`}>
                {formatPrice(value, digits)}
              </span>
            </li>
          )
        })}
        {state.prices.length === 0 && (
          <li className="quiet">{state.heardAt === 0 ? 'Reading the pools…' : 'No pool here prices a token yet.'}</li>
        )}
      </ul>
    </div>
  )
}
