import { forgetLeftSwap } from '@billfold/core/features/swap/leftSwap'
import { type FoundSwap, leftSwapQuery } from '@billfold/core/features/swap/leftSwapQuery'
import type { SwapAsset } from '@billfold/core/features/swap/swap'
import { isUnderWay } from '@billfold/core/features/transactions/isUnderWay'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { swapTexts } from '../../i18n/swap/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import type { SwapForm } from './useSwapForm.ts'

/**
 * A swap that an earlier page did not see the end of: where it stands, and the way on with it. At the review, only what must be known before
 * the wallet is asked again.
 */
export function LeftSwap({ form, review }: { form: SwapForm; review?: true }) {
  const kit = useKit()
  const { networkId, source } = form
  const place = { networkId, address: source.address }
  const isBusy = useSelect((state) => isUnderWay(state.swap))
  const { data: left, refetch } = useKitQuery({ ...leftSwapQuery(kit, place), enabled: source.address !== '' })
  if (!left || isBusy) return null
  const isUnsure = left.state === 'asking' || left.state === 'approving'
  const isHere = isFilledIn(form, left)
  // Who has gone on with it needs no offer: the review says what is still missing.
  if (!isUnsure && (isHere || review)) return null
  const forget = () => {
    forgetLeftSwap(kit, place)
    void refetch()
  }
  // What the wallet may still send is not to be asked for again in one press.
  const canGoOn = !isHere && !review && left.state !== 'asking'
  return <Callout form={form} left={left} isUnsure={isUnsure} canGoOn={canGoOn} onForget={forget} />
}

type CalloutProps = { form: SwapForm; left: FoundSwap; isUnsure: boolean; canGoOn: boolean; onForget: () => void }

function Callout({ form, left, isUnsure, canGoOn, onForget }: CalloutProps) {
  const kit = useKit()
  const { left: words } = useArea(swapTexts)
  const { shell } = useText()
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const amount = amountText(BigInt(left.amount), left.from)
  const said = {
    approving: words.approving(amount),
    pending: words.pending(amount),
    approved: words.approved(amount, isolate(labelOf(left.to))),
    asking: words.asking(amount, isolate(labelOf(left.to))),
  }[left.state]
  const goOn = () => {
    const [from, to] = [listed(form, left.from), listed(form, left.to)]
    const paid = decimalOf({ amount: left.amount, decimals: left.from.decimals })
    kit.store.send({ type: 'swap/edited', change: { from, to, amount: paid } })
  }
  return (
    <div className="callout swap-left" role="status" data-testid="swap-left" data-state={left.state}>
      <Icon name={isUnsure ? 'warning' : 'clock'} />
      <div>
        <p>{isUnsure ? `${said} ${shell.checkWallet}` : said}</p>
        <div className="swap-left-actions">
          {canGoOn ? (
            <Button size="s" data-testid="swap-left-continue" onClick={goOn}>
              {words.goOn}
            </Button>
          ) : null}
          <Button size="s" look="quiet" data-testid="swap-left-dismiss" onClick={onForget}>
            {words.dismiss}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The token as the network's list has it, with its picture; else as it was kept. */
const listed = ({ networkId, tokens }: SwapForm, asset: SwapAsset): SwapAsset =>
  tokens.data?.find(({ address }) => sameAddress(networkId, address, asset.address)) ?? asset

const isFilledIn = ({ networkId, from, to, amount }: SwapForm, left: FoundSwap): boolean =>
  from !== undefined &&
  to !== undefined &&
  amount === BigInt(left.amount) &&
  sameAddress(networkId, from.address, left.from.address) &&
  sameAddress(networkId, to.address, left.to.address)
