import { goBack } from '@billfold/core/features/modal/navigate'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { SocialMark } from './SocialMark.tsx'
import { socialNames } from './socialNames.ts'
import { socialTrouble } from './socialTrouble.ts'
import { useEmbedded } from './useEmbedded.ts'
import { useSocials } from './useSocials.ts'

/** Waits for someone else's login window. */
export function ConnectingSocialView({ view: { provider } }: { view: Extract<View, { name: 'ConnectingSocial' }> }) {
  const kit = useKit()
  const { text, state } = useEmbedded()
  const { shell } = useText()
  const { start, leave } = useSocials()
  const name = socialNames[provider]
  const { phase, trouble } = state
  const isWaiting = phase === 'social' || phase === 'retrieving' || phase === 'device' || phase === 'passed'
  const isBlocked = trouble?.code === 'window_blocked'
  return (
    <div className="panel">
      <Ring state={isWaiting ? 'waiting' : 'caution'} round>
        <SocialMark provider={provider} size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{text.social.title(name)}</p>
        <p className="panel-detail" data-testid="social-said">
          {isWaiting
            ? text.social[phase === 'social' ? 'window' : phase === 'device' ? 'device' : 'retrieving']
            : isBlocked
              ? text.social.blocked
              : socialTrouble(text, provider, trouble?.code)}
        </p>
      </div>
      <div className="actions">
        {isBlocked ? (
          <Button look="primary" wide data-testid="social-here" onClick={() => leave(provider)}>
            {text.social.here}
          </Button>
        ) : null}
        {isWaiting ? null : (
          <Button
            look={isBlocked ? 'quiet' : 'primary'}
            wide
            icon="refresh"
            data-testid="social-again"
            onClick={() => start(provider)}
          >
            {shell.tryAgain}
          </Button>
        )}
        <Button look="quiet" wide data-testid="social-cancel" onClick={() => goBack(kit)}>
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}
