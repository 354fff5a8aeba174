import type { View } from '@billfold/core/features/modal/modal'
import { goBack } from '@billfold/core/features/modal/navigate'
import { useKit } from '../hooks/KitContext.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Button } from '../ui/Button.tsx'
import { Ring } from '../ui/Ring.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'
import { socialNames } from './embedded/socialNames.ts'
import { useEmbedded } from './embedded/useEmbedded.ts'
import { useSocials } from './embedded/useSocials.ts'

/** Waits for somebody else's login window. */
export function ConnectingSocialView({ view: { provider } }: { view: Extract<View, { name: 'ConnectingSocial' }> }) {
  const kit = useKit()
  const { text, state, said } = useEmbedded()
  const { shell } = useText()
  const { start } = useSocials()
  const name = socialNames[provider]
  const isWaiting = state.phase === 'social' || state.phase === 'retrieving' || state.phase === 'passed'
  const isBlocked = state.trouble?.message === 'Could not create social popup'
  return (
    <div className="panel">
      <Ring state={isWaiting ? 'waiting' : 'caution'} round>
        <WalletTile name={name} image={undefined} size={72} round />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{text.social.title(name)}</p>
        <p className="panel-detail" data-testid="social-said">
          {state.phase === 'social'
            ? text.social.window
            : isWaiting
              ? text.social.retrieving
              : isBlocked
                ? text.social.blocked
                : (said ?? text.social.failed)}
        </p>
      </div>
      <div className="actions">
        {isWaiting ? null : (
          <Button look="primary" wide icon="refresh" data-testid="social-again" onClick={() => start(provider)}>
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
