import { knownAddresses } from '@billfold/core/features/lookalike/knownAddresses'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { Refusal } from '@billfold/core/model/transfer'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { refusalTexts } from '../../i18n/compiled/refusalTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { useAmountText } from './useAmountText.ts'

/** Why the network would not take a transfer, and what to do about it. */
export function WhyRefused({ refusal, isUnsure }: { refusal: Refusal; isUnsure: boolean }) {
  const { title } = useArea(refusalTexts)
  const { checkWallet } = useText().shell
  // The network would take it: it is the kit that stops at a token which is not what it was shown as.
  const isOurs = refusal.kind === 'otherSymbol' || refusal.kind === 'otherDecimals'
  const heading = isUnsure ? checkWallet : isOurs ? undefined : title
  return (
    <>
      {heading ? <strong className="callout-title">{heading}</strong> : null} <Why refusal={refusal} />
    </>
  )
}

function Why({ refusal }: { refusal: Refusal }) {
  const words = useArea(refusalTexts)
  const amountText = useAmountText()
  const coin = useSelect(activeNetwork)?.nativeCurrency
  switch (refusal.kind) {
    case 'said':
      return words.said(isolate(refusal.text))
    case 'panic':
      return words.panic(isolate(`0x${refusal.code.toString(16)}`))
    case 'named':
      return words.named(isolate(refusal.name))
    case 'coded':
      return words.coded(isolate(refusal.selector))
    case 'dust':
    case 'tooLittle':
    case 'leavesTooLittle':
      return words[refusal.kind](coin ? amountText(BigInt(refusal.least), coin) : refusal.least)
    case 'otherSymbol':
      return <OtherSymbol says={refusal.says} />
    case 'otherNetwork':
      return <OtherNetwork same={refusal.same} />
    default:
      return words[refusal.kind]
  }
}

/** A token that was renamed since a list was written is still the visitor's: shown by the name it has now, they can decide again. */
function OtherSymbol({ says }: { says: string }) {
  const kit = useKit()
  const { token: words } = useArea(amountTexts)
  const token = useSelect((state) => state.send.draft.token)
  if (!token) return null
  return (
    <>
      {words.otherSymbol(isolate(says), isolate(token.symbol))}
      <Button
        size="s"
        look="quiet"
        data-testid="send-use-symbol"
        onClick={() => editDraft(kit, { token: { ...token, symbol: says } })}
      >
        {words.showAs(isolate(says))}
      </Button>
    </>
  )
}

/**
 * The same account is offered only where the visitor knows whose it is: a stranger may have the key on the other network and
 * not on this one (an exchange's, a multisig's, a proxy's).
 */
function OtherNetwork({ same }: { same: string }) {
  const kit = useKit()
  const words = useArea(refusalTexts)
  const isKnown = useSelect((state) =>
    knownAddresses(state, state.network.activeNamespace).some(
      ({ address, how }) => how !== 'sent' && sameAddress(state.network.activeNamespace, address, same),
    ),
  )
  if (!isKnown) return words.otherNetwork
  return (
    <>
      {words.otherNetwork} <Address value={same} whole />
      <Button size="s" look="quiet" data-testid="send-same-account" onClick={() => editDraft(kit, { to: same })}>
        {words.sameAccount}
      </Button>
    </>
  )
}
