import { goBack } from '@billfold/core/features/modal/navigate'
import { switchNetwork } from '@billfold/core/features/network/switchNetwork'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import type { ErrorCode } from '@billfold/protocol/error'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { WaitingPanel } from '../shared/WaitingPanel.tsx'

/** Waits for the wallet to change its network. */
export function SwitchNetworkView({ view }: { view: Extract<View, { name: 'SwitchNetwork' }> }) {
  const kit = useKit()
  const { switchNetwork: words, errors, shell, unknownNetwork } = useText()
  const network = useSelect((state) => findNetwork(state, view.networkId))
  const image = useSelect((state) => (network ? networkImageUrl(state, network) : undefined))
  const attempt = useSelect((state) => state.switchAttempt)
  const name = network?.name ?? unknownNetwork
  const failed = attempt.phase === 'declined' || attempt.phase === 'failed'
  const title = { declined: words.declined, failed: words.failed, idle: words.approve, switching: words.approve }
  // Whether the wallet has gone there all the same is not known. One that is gone cannot be replaced by another here.
  const wordsFor = (code: ErrorCode) =>
    code.startsWith('relay_')
      ? errors.relay_unreachable
      : code === 'connector_missing'
        ? errors.internal
        : (errors[code] ?? errors.internal)
  const detail =
    attempt.phase === 'declined'
      ? words.declinedText
      : attempt.phase === 'failed'
        ? wordsFor(attempt.code)
        : words.approveText(name)
  return (
    <WaitingPanel
      name={name}
      image={image}
      round
      state={attempt.phase === 'failed' ? 'caution' : failed ? 'failed' : 'waiting'}
      title={title[attempt.phase]}
      text={detail}
      help={{ title: words.slow, hints: words.slowHints }}
    >
      {failed ? (
        <Button
          look="primary"
          wide
          icon="refresh"
          data-testid="w3m-connecting-widget-secondary-button"
          onClick={() => void switchNetwork(kit, { networkId: view.networkId })}
        >
          {shell.tryAgain}
        </Button>
      ) : null}
      <Button look="quiet" wide data-testid="w3m-switch-network-cancel" onClick={() => goBack(kit)}>
        {shell.cancel}
      </Button>
    </WaitingPanel>
  )
}
