import { useKept } from '../../hooks/useKept.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LegalText } from './LegalText.tsx'
import { WalletRows } from './WalletRows.tsx'

/** All wallet rows, for sites that show another way to connect first. */
export function ConnectWalletsView() {
  const { features, termsConditionsUrl, privacyPolicyUrl } = useSelect((state) => state.options)
  const [agreed, setAgreed] = useKept('connect.agreed', false)
  const hasLegal = Boolean(termsConditionsUrl || privacyPolicyUrl)
  const mustAgree = hasLegal && features.legalCheckbox
  return (
    <div className="stack connect">
      {mustAgree ? (
        <Checkbox checked={agreed} onChange={setAgreed} testId="w3m-legal-checkbox">
          <LegalText kind="legalCheckbox" />
        </Checkbox>
      ) : null}
      <WalletRows disabled={mustAgree && !agreed} />
      {hasLegal && !mustAgree ? (
        <p className="footnote">
          <LegalText kind="legal" />
        </p>
      ) : null}
    </div>
  )
}
