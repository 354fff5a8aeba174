import { connectSocial } from '@billfold/core/features/embedded/connectSocial'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { socialNames } from './socialNames.ts'

const windowLook = 'width=600,height=800,scrollbars=yes'

/** The social logins that the site names, and the way to begin one: its window opens in the click itself, or not at all. */
export function useSocials(): { socials: readonly SocialProvider[]; start(provider: SocialProvider): void } {
  const kit = useKit()
  const named = useSelect(({ options }) => options.features.socials)
  return {
    socials: (named || []).filter((each) => Object.hasOwn(socialNames, each)),
    start(provider) {
      void connectSocial(kit, { provider, window: window.open('', 'popupWindow', windowLook) })
    },
  }
}
