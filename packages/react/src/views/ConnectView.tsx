import { mergedConnectors } from '@billfold/core/features/connect/mergedConnectors'
import type { View } from '@billfold/core/features/modal/modal'
import { push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../hooks/KitContext.ts'
import { useKept } from '../hooks/useKept.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { connectMethods } from './connectMethods.ts'
import { LegalText } from './LegalText.tsx'
import { WalletRows } from './WalletRows.tsx'

/** The ways to connect. */
export function ConnectView(_: { view: Extract<View, { name: 'Connect' }> }) {
  const kit = useKit()
  const text = useText().connect
  const { features, enableWallets, enableWalletGuide, termsConditionsUrl, privacyPolicyUrl } = useSelect(
    (state) => state.options,
  )
  const hasWallet = useSelect((state) => mergedConnectors(state).length > 0)
  // E-mail and social login have no screens yet: they will take their places here.
  const methods = connectMethods({
    order: features.connectMethodsOrder,
    hasWallet,
    offered: enableWallets ? ['wallet'] : [],
  })
  const [agreed, setAgreed] = useKept('connect.agreed', false)
  const hasLegal = Boolean(termsConditionsUrl || privacyPolicyUrl)
  const mustAgree = hasLegal && features.legalCheckbox
  return (
    <div className="stack connect" data-testid="w3m-connect-scroll-view">
      {mustAgree ? (
        <Checkbox checked={agreed} onChange={setAgreed} testId="w3m-legal-checkbox">
          <LegalText kind="legalCheckbox" />
        </Checkbox>
      ) : null}
      {methods.map((method) =>
        method === 'wallet' ? <WalletRows key={method} disabled={mustAgree && !agreed} /> : null,
      )}
      {enableWalletGuide && !hasWallet ? (
        <p className="guide">
          {text.noWallet}
          <Button
            look="quiet"
            size="s"
            data-testid="w3m-wallet-guide-get-started"
            onClick={() => push(kit, { name: 'GetWallet' })}
          >
            {text.getStarted}
          </Button>
        </p>
      ) : null}
      {hasLegal && !mustAgree ? (
        <p className="footnote">
          <LegalText kind="legal" />
        </p>
      ) : null}
    </div>
  )
}
