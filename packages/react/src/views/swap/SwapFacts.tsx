import { rateText } from '@billfold/core/features/swap/swapMaths'
import { type ReactNode, Suspense, useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Address } from '../../ui/Address.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { formatBps } from '../../ui/formatBps.ts'
import { formatDecimal } from '../../ui/formatDecimal.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { SwapFee } from './SwapFee.tsx'
import type { SwapForm } from './useSwapForm.ts'

/** Only for smart accounts, which few have. */
const WalletsFee = lazyScreen(async () => (await import('../send/WalletsFee.tsx')).WalletsFee, amountTexts)
const choices = [undefined, 50, 100, 300] as const

/** The swap's costs, who receives them, and the minimum output. Nothing is hidden. */
export function SwapFacts({ form, whole }: { form: SwapForm; whole?: boolean }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const { token: words } = useArea(amountTexts)
  const { labelOf } = useTokenLabel()
  const amountText = useAmountText()
  const { quote, from, to, slippageBps, draft } = form
  if (!quote || !from || !to) return null
  const percent = (bps: number) => formatBps(bps, tag)
  const route = quote.route?.map(({ exchange }) => exchange) ?? []
  return (
    <dl className="send-facts swap-facts">
      <Fact label={text.rate}>
        <bdi>
          1 {labelOf(from)} = {formatDecimal(rateText(quote, from.decimals, to.decimals), tag)} {labelOf(to)}
        </bdi>
      </Fact>
      {quote.toAmountMin === undefined ? null : (
        <Fact label={text.minimum}>
          <span data-testid="swap-minimum">
            {whole ? (
              amountText(BigInt(quote.toAmountMin), to)
            ) : (
              <Amount value={BigInt(quote.toAmountMin)} decimals={to.decimals} symbol={labelOf(to)} locale={tag} />
            )}
          </span>
        </Fact>
      )}
      {quote.priceImpactBps === undefined ? null : (
        <Fact label={text.impact}>
          <span className={quote.priceImpactBps > 300 ? 'send-problem' : undefined} data-testid="swap-impact">
            {percent(Math.max(0, quote.priceImpactBps))}
          </span>
        </Fact>
      )}
      {quote.fees?.map((fee) => (
        <Fact key={fee.name} label={fee.bps === undefined ? text.fee : `${text.fee} ${isolate(percent(fee.bps))}`}>
          <SwapFee form={form} fee={fee} />
        </Fact>
      ))}
      <Fact label={text.gas}>
        {form.source.type === 'smartAccount' ? (
          <Suspense>
            <WalletsFee networkId={form.networkId} source={form.source} />
          </Suspense>
        ) : form.gasUsd === undefined ? (
          '—'
        ) : (
          formatDollars(form.gasUsd, tag)
        )}
      </Fact>
      {whole ? (
        <>
          <Fact label={text.route}>
            <bdi data-testid="swap-route">{route.join(' → ') || quote.source?.name}</bdi>
          </Fact>
          {quote.unlisted ? (
            <Fact label={text.unlisted} tall>
              <span className="send-problem" data-testid="swap-unlisted">
                <Address value={quote.unlisted} whole />
              </span>
            </Fact>
          ) : null}
          {[from, to].map(({ address, symbol }) =>
            address ? (
              <Fact key={address} label={`${words.contract} · ${isolate(symbol)}`} tall>
                <span data-testid="swap-contract" data-value={address}>
                  <Address value={address} whole />
                </span>
              </Fact>
            ) : null,
          )}
        </>
      ) : (
        <Fact label={text.slippage}>
          <select
            className="swap-slippage"
            aria-label={text.slippage}
            data-testid="swap-slippage"
            value={draft.slippageBps ?? ''}
            onChange={({ currentTarget: { value } }) =>
              kit.store.send({ type: 'swap/edited', change: { slippageBps: value ? Number(value) : undefined } })
            }
          >
            {choices.map((bps) => (
              <option key={bps ?? ''} value={bps ?? ''}>
                {bps === undefined ? text.automatic(percent(slippageBps)) : percent(bps)}
              </option>
            ))}
          </select>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children, tall }: { label: string; children: ReactNode; tall?: boolean }) {
  return (
    <div className={tall ? 'send-fact send-fact-tall' : 'send-fact'}>
      <dt className="send-label">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
