import type { Transfer, TransferPlan } from '@billfold/core/chains/transfers'
import type { Risk } from '@billfold/core/features/lookalike/recipientRisks'
import { push } from '@billfold/core/features/modal/navigate'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { type CSSProperties, type ReactNode, Suspense, useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAtMost } from '../../ui/formatAtMost.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AccountPicture } from '../account/AccountPicture.tsx'
import { KnownName } from './KnownName.tsx'
import { useAmountText } from './useAmountText.ts'
import type { SendForm } from './useSendForm.ts'

const TokenWarning = lazyScreen(async () => (await import('./formParts.ts')).formParts.TokenWarning, amountTexts)
const Risks = lazyScreen(async () => (await import('./formParts.ts')).formParts.Risks, sendTexts)
/** Come with the review, which is not shown without them. */
export const warnings = [TokenWarning, Risks] as const
/** Only for smart accounts, which few have. */
const WalletsFee = lazyScreen(async () => (await import('./WalletsFee.tsx')).WalletsFee, amountTexts)

/** The effect first, then the details. */
export function Review({
  form,
  transfer,
  plan,
  name,
  risks,
}: {
  form: SendForm
  transfer: Transfer
  plan: TransferPlan | undefined
  name: string | undefined
  risks: readonly Risk[]
}) {
  const text = useArea(sendTexts)
  const { token: words } = useArea(amountTexts)
  const { tag } = useContext(LocaleContext)
  const kit = useKit()
  const amountText = useAmountText()
  const atMost = (value: bigint) => isolate(`${formatAtMost(value, form.coin.decimals, tag)} ${form.coin.symbol}`)
  const worth = (value: bigint) =>
    form.coinPrice === undefined
      ? undefined
      : isolate(formatDollars((Number(value) / 10 ** form.coin.decimals) * form.coinPrice, tag))
  const { token, amount } = transfer
  const { coin, price } = form
  const dollars = price === undefined ? undefined : (Number(amount) / 10 ** token.decimals) * price
  const fee = plan?.fee
  const most = fee && (token.address ? fee.most : fee.most + amount)
  return (
    <>
      <p className="send-hero">
        <span className="send-label">{text.review.youSend}</span>
        <span
          className="send-hero-amount"
          style={{ '--bf-signs': amountText(amount, token).length } as CSSProperties}
          data-testid="send-preview-amount"
        >
          {amountText(amount, token)}
        </span>
        {dollars === undefined ? null : <span className="send-note">{formatDollars(dollars, tag)}</span>}
      </p>
      <Suspense fallback={null}>
        <TokenWarning token={token} isBare />
      </Suspense>
      <Arrives transfer={transfer} plan={plan} />
      <dl className="send-facts">
        <Fact label={text.from}>
          <AccountPicture address={transfer.from} size={24} />
          <Address value={transfer.from} />
        </Fact>
        <Fact label={text.to} tall>
          <div className="send-found" data-testid="send-preview-to" data-value={transfer.to}>
            <AccountPicture address={transfer.to} />
            <div>
              <KnownName address={transfer.to} {...(name ? { name } : {})} />
              <Address value={transfer.to} whole />
            </div>
          </div>
          <Suspense fallback={null}>
            <Risks risks={risks} />
          </Suspense>
        </Fact>
        {transfer.memo ? (
          <Fact label={text.memo.label} tall>
            <bdi className="send-memo" data-testid="send-preview-memo">
              {transfer.memo}
            </bdi>
          </Fact>
        ) : null}
        {token.address ? (
          <Fact label={words.contract} tall>
            <span data-testid="send-preview-contract" data-value={token.address}>
              <Address value={token.address} whole />
            </span>
          </Fact>
        ) : null}
        <Fact label={text.review.network}>
          <Button
            look="quiet"
            size="s"
            data-testid="send-preview-network"
            onClick={() => push(kit, { name: 'Networks' })}
          >
            {form.network?.name}
          </Button>
        </Fact>
        <Fact label={text.review.cost}>
          {plan?.isWalletsFee ? (
            <Suspense>
              <WalletsFee networkId={transfer.networkId} source={form.source} />
            </Suspense>
          ) : fee ? (
            <span data-testid="send-preview-fee">
              {[worth(fee.likely), amountText(fee.likely, coin, 'short')].filter(Boolean).join(' · ')}
              {fee.most > fee.likely ? (
                <span className="send-note">
                  {text.review.atMost([worth(fee.most), atMost(fee.most)].filter(Boolean).join(' · '))}
                </span>
              ) : null}
            </span>
          ) : plan ? (
            '—'
          ) : (
            <Skeleton shape="line" />
          )}
        </Fact>
        {most === undefined ? null : (
          <Fact label={text.review.total}>
            <span className="send-sum" data-testid="send-preview-total">
              {token.address ? <span>{amountText(amount, token)} +</span> : null}
              <span>{atMost(most)}</span>
            </span>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** Shown only if the amount that arrives differs, or is unknown. */
function Arrives({ transfer: { amount, token }, plan }: { transfer: Transfer; plan: TransferPlan | undefined }) {
  const { review } = useArea(sendTexts)
  const amountText = useAmountText()
  if (!plan || plan.refusal || plan.arrives === amount) return null
  if (plan.arrives === undefined)
    return sameAddress(plan.transfer.networkId, plan.transfer.from, plan.transfer.to) ? null : (
      <p className="callout" data-testid="send-arrives">
        <Icon name="info" />
        <span>{review.arrivesUnknown}</span>
      </p>
    )
  return (
    <p className="callout" data-testid="send-arrives">
      <Icon name="warning" />
      <span>
        <strong className="callout-title">{review.arrives(amountText(plan.arrives, token))}</strong>{' '}
        {plan.arrives < amount ? review.keeps(amountText(amount - plan.arrives, token)) : null}
      </span>
    </p>
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
