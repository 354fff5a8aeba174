import { push } from '@billfold/core/features/modal/navigate'
import type { LoginProvider } from '@billfold/core/model/embedded'
import { useKit } from '../../hooks/KitContext.ts'
import { embeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { SocialMark } from './SocialMark.tsx'
import { socialNames } from './socialNames.ts'
import { useSocials } from './useSocials.ts'

const [maxLogos, logosBeforeMore] = [6, 4]

/** The social logins: two as logos; of any other number the first in full, the rest as logos, and of many the rest elsewhere. */
export function SocialButtons({ disabled: isOff }: { disabled: boolean }) {
  const kit = useKit()
  const text = useArea(embeddedTexts).login
  const { socials, isKnown, start } = useSocials()
  const disabled = isOff || !isKnown
  const [first, ...others] = socials
  if (!first) return null
  const isPair = socials.length === 2
  const logos = isPair ? socials : others
  const isMany = logos.length > maxLogos
  const logo = (provider: LoginProvider) => (
    <button
      key={provider}
      type="button"
      className="social"
      aria-label={text.with(socialNames[provider])}
      disabled={disabled}
      data-testid={`social-selector-${provider}`}
      onClick={() => start(provider)}
    >
      <SocialMark provider={provider} size={32} />
    </button>
  )
  return (
    <div className="socials" data-testid="w3m-social-login-widget">
      {isPair ? null : (
        <ListRow
          lead={<SocialMark provider={first} />}
          title={text.with(socialNames[first])}
          disabled={disabled}
          data-testid={`social-selector-${first}`}
          onClick={() => start(first)}
        />
      )}
      {logos.length > 0 ? (
        <div className="socials-rest">
          {(isMany ? logos.slice(0, logosBeforeMore) : logos).map(logo)}
          {isMany ? (
            <IconButton
              icon="grid"
              label={text.more}
              disabled={disabled}
              data-testid="social-selector-more"
              onClick={() => push(kit, { name: 'ConnectSocials' })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
