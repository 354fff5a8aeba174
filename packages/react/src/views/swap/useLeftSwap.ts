import { deleteInterruptedSwap } from '@billfold/core/features/swap/interruptedSwap'
import { type FoundSwap, interruptedSwapQuery } from '@billfold/core/features/swap/interruptedSwapQuery'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { SwapAsset } from '@billfold/core/model/swap'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import type { SwapForm } from './useSwapForm.ts'

type Left = {
  left: FoundSwap
  /** The wallet may still send it: the visitor must check before a new request. */
  isUnsure: boolean
  /** The form is that swap already: the visitor has gone on with it. */
  isHere: boolean
  /** A swap that the wallet may still send must not be requested again in one press. */
  canGoOn: boolean
  /** Fills the form in with it. */
  goOn(): void
  /** The visitor has seen it. */
  forget(): void
}

/**
 * A swap that an earlier page left unfinished: its status, and a way to resume it; undefined while another one is
 * running.
 */
export function useLeftSwap(form: SwapForm): Left | undefined {
  const kit = useKit()
  const { networkId, source } = form
  const place = { networkId, address: source.address }
  const isBusy = useSelect((state) => isFlowPending(state.swap))
  const { data: left, refetch } = useKitQuery({ ...interruptedSwapQuery(kit, place), enabled: source.address !== '' })
  if (!left || isBusy) return undefined
  const isHere = isFilledIn(form, left)
  return {
    left,
    isUnsure: left.state === 'asking' || left.state === 'approving',
    isHere,
    canGoOn: !isHere && left.state !== 'asking',
    goOn() {
      const [from, to] = [listed(form, left.from), listed(form, left.to)]
      const paid = decimalOf({ amount: left.amount, decimals: left.from.decimals })
      kit.store.send({ type: 'swap/edited', change: { from, to, amount: paid } })
    },
    forget() {
      deleteInterruptedSwap(kit, place)
      void refetch()
    },
  }
}

/** The token as the network's list has it, with its image; otherwise as stored. */
const listed = ({ networkId, tokens }: SwapForm, asset: SwapAsset): SwapAsset =>
  tokens.data?.find(({ address }) => sameAddress(networkId, address, asset.address)) ?? asset

const isFilledIn = ({ networkId, from, to, amount }: SwapForm, left: FoundSwap): boolean =>
  from !== undefined &&
  to !== undefined &&
  amount === BigInt(left.amount) &&
  sameAddress(networkId, from.address, left.from.address) &&
  sameAddress(networkId, to.address, left.to.address)
