import { useKept } from '../../hooks/useKept.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { LegalText } from '../connect/LegalText.tsx'
import { SocialMark } from './SocialMark.tsx'
import { socialNames } from './socialNames.ts'
import { useSocials } from './useSocials.ts'

/** Every social login that the site names. */
export function ConnectSocialsView() {
  const { features, termsConditionsUrl, privacyPolicyUrl } = useSelect((state) => state.options)
  const { socials, isKnown, start } = useSocials()
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
      <ul className="rows">
        {socials.map((provider) => (
          <li key={provider}>
            <ListRow
              lead={<SocialMark provider={provider} />}
              title={socialNames[provider]}
              disabled={!isKnown || (mustAgree && !agreed)}
              data-testid={`social-selector-${provider}`}
              onClick={() => start(provider)}
            />
          </li>
        ))}
      </ul>
      {hasLegal && !mustAgree ? (
        <p className="footnote">
          <LegalText kind="legal" />
        </p>
      ) : null}
    </div>
  )
}
