import type { Fee } from '@billfold/core/chains/transfers'
import { isStop, type Risk } from '@billfold/core/features/lookalike/recipientRisks'
import { planQuery } from '@billfold/core/features/send/chainQueries'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { fillMost } from '@billfold/core/features/send/fillMost'
import { formPlace } from '@billfold/core/features/send/formPlace'
import type { SendLabel } from '@billfold/core/features/send/sendLabel'
import type { PendingRequest } from '@billfold/core/flows/pendingRequests'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { SendAttempt } from '@billfold/core/model/send'
import type { Transaction } from '@billfold/core/model/transactions'
import type { Refusal, SendToken } from '@billfold/core/model/transfer'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { useMemo } from 'react'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useStable } from '../hooks/useStable.ts'
import { isSamePayment, useAskedPayments } from '../views/send/useAskedPayments.ts'
import { type SendForm, useRisks, useSendForm, useSentTo } from '../views/send/useSendForm.ts'
import { useSettled } from '../views/send/useSettled.ts'
import { useTransfers } from '../views/send/useTransfers.ts'
import { readEntry, textOf } from './readEntry.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

/** The recipient that the text in the field means. */
export type SendRecipient =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'invalid'; code: ErrorCode }
  | { state: 'found'; address: string; name?: string | undefined }

/** A payment request that the wallet has not answered. */
export type AskedPayment = {
  id: string
  to: string
  token: SendToken
  /** In smallest units. */
  amount: bigint
  /** Milliseconds since 1970. */
  askedAt: number
}

/** What `useAppKitSend` returns. */
export type UseAppKitSendReturn = {
  /** True when a wallet is connected and the kit can send on its network. */
  canSend: boolean
  /** The token to send; initially the chain's own coin. */
  token: SendToken
  /** The coin of the network fee. */
  coin: SendToken
  /** The account's balance of `token`, in smallest units. */
  balance: bigint | undefined
  /** The amount as typed: the value of your field. */
  amount: string
  /** The same in smallest units, if it is a valid amount. */
  units: bigint | undefined
  /** The recipient as typed: an address, a name or a payment link. */
  to: string
  /** The recipient that this means. */
  recipient: SendRecipient
  /** The text for the recipient, if the family's transfers carry one. */
  memo: string
  /** The memo's maximum length in bytes; 0 if memos are unsupported. */
  memoBytes: number
  /** Risks of the recipient, the worst first. Never send without showing those that `needsConfirmation` is about. */
  risks: readonly Risk[]
  /** A risk stops the transfer until `confirmRecipient` is called. */
  needsConfirmation: boolean
  /** The form's first missing part, in the modal's order; `preview` if it is complete. */
  lacks: SendLabel
  /** The maximum and the expected network fee, once the transfer was simulated. */
  fee: Fee | undefined
  /** The wallet of a smart account works the fee out itself. */
  isWalletsFee: boolean
  /** The amount that arrives, if the token's own fee reduces it and the node can tell. */
  arrives: bigint | undefined
  /** Why the chain would refuse. */
  refusal: Refusal | undefined
  /** The error of the chain, if the simulation failed. */
  planError: ErrorCode | undefined
  /** `send` would ask the wallet now. */
  isReady: boolean
  /** The progress: `idle`, `checking`, `asking` (the wallet), `declined` or `failed` with its `trouble`. */
  attempt: SendAttempt
  /** A wallet still holds a request of this page: do not say that nothing was sent. */
  isHeld: boolean
  /**
   * Payments of the account that its wallet may still send, even from before a reload. The same one is not requested
   * again before `confirmNotSent`.
   */
  askedPayments: readonly AskedPayment[]
  /** The visitor's own transfers that are under way or have just settled. */
  transactions: readonly Transaction[]
  /** Chooses a token; without one, the chain's coin. */
  setToken: (token?: SendToken) => void
  /** Takes the text of the amount's field. */
  setAmount: (text: string) => void
  /** Fills in the most that can go, the network's fee left over; not if the form has changed by the time it is known. Rejects if it can't be. */
  setMax: () => Promise<void>
  /** Takes the text of the recipient's field. */
  setTo: (text: string) => void
  /** Takes the text for the recipient. */
  setMemo: (text: string) => void
  /** The visitor has seen the risk and still means this recipient. */
  confirmRecipient: () => void
  /** The visitor has looked in the wallet: a payment of `askedPayments` was not sent. */
  confirmNotSent: (id: string) => Promise<void>
  /**
   * Requests exactly the shown transfer from the wallet; resolves with the transaction once it was sent, otherwise with
   * undefined.
   */
  send: () => Promise<Transaction | undefined>
  /** Stops waiting for the wallet. Should it still send, the transaction appears in `transactions`. */
  stopWaiting: () => void
}

const quietMs = 300

/** Everything the modal's send form does, for a form of your own, with the same checks before the wallet prompt. */
export function useAppKitSend(): UseAppKitSendReturn {
  const { kit } = useHeadlessKit()
  const form = useSendForm()
  const { draft, network, source, token, balance, transfers, recipient, read } = form
  const attempt = useSelect((state) => state.send.attempt)
  const isHeld = useSelect((state) => state.send.held !== undefined)
  const transactions = useTransfers('send')
  const sentTo = useSentTo()
  const networkId = useSelect(activeNetworkId)
  const payee = recipient.state === 'found' ? recipient.found : undefined
  const transfer = transferOf(form)
  const isRested = useSettled(textOf(draft), quietMs, false) === textOf(draft)
  const isPlanned = transfer !== undefined && form.label === 'preview' && isRested
  // Off while there is nothing to send.
  const nothing = { networkId, from: '', to: '', amount: 0n, token }
  const query = planQuery(kit, transfer ?? nothing)
  const { data, error } = useKitQuery({ ...query, enabled: isPlanned })
  const plan = isPlanned ? data : undefined
  const risks = useStable(
    useRisks({
      ...{ address: payee?.address, token: token.address, proof: payee?.proof },
      ...{ isBurn: transfers?.isBurn, isContract: plan?.isContract },
    }),
  )
  const { requests, forget } = useAskedPayments({ networkId, from: source.address })
  const askedPayments = useMemo(() => requests.map(paymentOf), [requests])
  const isAsked = transfer !== undefined && requests.some((one) => isSamePayment(one, transfer))
  const needsConfirmation = risks.some(isStop) && draft.confirmed !== payee?.address
  const isReady =
    plan !== undefined &&
    (plan.fee !== undefined || plan.isWalletsFee === true) &&
    !plan.refusal &&
    !needsConfirmation &&
    !isAsked &&
    !isFlowPending({ attempt })
  return {
    canSend: form.leadsTo === undefined && transfers !== undefined,
    token,
    coin: form.coin,
    balance: balance.data,
    amount: textOf(draft),
    units: 'units' in read ? read.units : undefined,
    to: draft.to,
    recipient: shownRecipient(recipient),
    memo: form.memo,
    memoBytes: form.maxMemoBytes,
    risks,
    needsConfirmation,
    lacks: form.label,
    fee: plan?.fee,
    isWalletsFee: plan?.isWalletsFee ?? false,
    arrives: plan?.arrives,
    refusal: plan?.refusal,
    planError: isPlanned && error ? KitError.from(error).code : undefined,
    isReady,
    attempt,
    isHeld,
    askedPayments,
    transactions,
    setToken: (chosen) =>
      editDraft(kit, { token: chosen ?? { symbol: form.coin.symbol, decimals: form.coin.decimals } }),
    setAmount: (text) => editDraft(kit, readEntry(kit, text)),
    setMax: async () => {
      if (!network || balance.data === undefined) return
      const at = { place: formPlace(kit), networkId: network.networkId }
      await fillMost(kit, { ...at, source, token, to: payee?.address, balance: balance.data })
    },
    setTo: (text) => editDraft(kit, { to: text }),
    setMemo: (text) => editDraft(kit, { memo: { text, to: draft.to } }),
    confirmRecipient: () => payee && editDraft(kit, { confirmed: payee.address }),
    confirmNotSent: forget,
    send: async () => {
      if (!isReady) return undefined
      const { sendTransfer } = await import('@billfold/core/features/send/sendTransfer')
      const order = { plan, source, name: payee?.name, proof: payee?.proof, sentTo }
      const isSent = await sendTransfer(kit, order)
      return isSent ? kit.store.get().transactions.find(({ kind }) => kind === 'send') : undefined
    },
    stopWaiting: () => kit.store.send({ type: 'send/abandoned' }),
  }
}

const paymentOf = ({ id, meant, askedAt }: PendingRequest): AskedPayment => ({
  ...{ id, to: meant.to, amount: BigInt(meant.amount), askedAt },
  token: { symbol: meant.symbol, decimals: meant.decimals, ...(meant.token ? { address: meant.token } : {}) },
})

/** The form's transfer, once it is complete. */
function transferOf({ network, source, account, token, read, recipient, memo }: SendForm) {
  if (!network || recipient.state !== 'found' || !recipient.found || !('units' in read)) return undefined
  const { found: payee } = recipient
  const publicKey = source.publicKey ?? account?.accounts.find(({ address }) => address === source.address)?.publicKey
  const finalMemo = memo === payee.memo ? memo : memo.trim()
  return {
    ...{ networkId: network.networkId, token, publicKey, accountType: source.type },
    ...{ from: source.address, to: payee.address, amount: read.units },
    ...{ memo: finalMemo || undefined, references: payee.references },
  }
}

function shownRecipient(recipient: SendForm['recipient']): SendRecipient {
  if (recipient.state === 'invalid') return { state: 'invalid', code: recipient.code }
  if (recipient.state === 'found' && recipient.found)
    return { state: 'found', address: recipient.found.address, name: recipient.found.name }
  return { state: recipient.state === 'none' ? 'none' : 'looking' }
}
