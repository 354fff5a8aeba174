import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'

/** The sentence with the site's terms and privacy policy in it, as links. */
export function LegalText({ kind }: { kind: 'legal' | 'legalCheckbox' }) {
  const text = useText().connect
  const terms = useSelect((state) => state.options.termsConditionsUrl)
  const privacy = useSelect((state) => state.options.privacyPolicyUrl)
  const [before, first, between, second, after] = text[kind](terms && text.terms, privacy && text.privacy)
  return (
    <>
      {before}
      {first && terms ? <Outward href={terms}>{first}</Outward> : null}
      {between}
      {second && privacy ? <Outward href={privacy}>{second}</Outward> : null}
      {after}
    </>
  )
}

const Outward = ({ href, children }: { href: string; children: string }) => (
  <a className="link" href={href} target="_blank" rel="noreferrer noopener">
    {children}
  </a>
)
