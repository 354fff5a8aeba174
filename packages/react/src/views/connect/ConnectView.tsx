import { mergedConnectors } from '@billfold/core/features/connect/mergedConnectors'
import { push } from '@billfold/core/features/modal/navigate'
import { loginsHeight } from '@billfold/core/features/options/loginsHeight'
import type { View } from '@billfold/core/model/modal'
import { Suspense } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LegalText } from './LegalText.tsx'
import { WalletRows } from './WalletRows.tsx'

type Ways = { disabled: boolean; isGuide: boolean }

/** If visitors may log in, all connection methods come in one file; if that does not load, wallets alone. */
const LoginWays = lazyPart(async () => (await import('../login/loginParts.ts')).loginParts(), Wallets)

function Wallets({ disabled }: Ways) {
  return useSelect((state) => state.options.enableWallets) ? <WalletRows disabled={disabled} /> : null
}

/** The ways to connect. */
export function ConnectView({ view: { guide } }: { view: Extract<View, { name: 'Connect' }> }) {
  const kit = useKit()
  const text = useText().connect
  const options = useSelect((state) => state.options)
  const { features, enableWalletGuide, termsConditionsUrl, privacyPolicyUrl } = options
  const logins = loginsHeight(options)
  const hasWallet = useSelect((state) => mergedConnectors(state).length > 0)
  const [agreed, setAgreed] = useKept('connect.agreed', false)
  const hasLegal = Boolean(termsConditionsUrl || privacyPolicyUrl)
  const mustAgree = hasLegal && features.legalCheckbox
  const ways = { disabled: mustAgree && !agreed, isGuide: guide === 'explore' }
  return (
    <div className="stack connect" data-testid="w3m-connect-scroll-view">
      {mustAgree ? (
        <Checkbox checked={agreed} onChange={setAgreed} testId="w3m-legal-checkbox">
          <LegalText kind="legalCheckbox" />
        </Checkbox>
      ) : null}
      {logins ? (
        <Suspense
          fallback={
            // The logins' place is kept, or a wallet would leave from under the pointer when they come.
            <div style={hasWallet ? { paddingBottom: logins } : { paddingTop: logins + 54 }}>
              <Wallets {...ways} />
            </div>
          }
        >
          <LoginWays {...ways} />
        </Suspense>
      ) : (
        <Wallets {...ways} />
      )}
      {enableWalletGuide && !hasWallet ? (
        <p className="guide">
          {text.noWallet}
          <Button
            look="quiet"
            size="s"
            data-testid={`w3m-wallet-guide-${guide ?? 'get-started'}`}
            onClick={() => push(kit, logins && !guide ? { name: 'Connect', guide: 'explore' } : { name: 'GetWallet' })}
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
