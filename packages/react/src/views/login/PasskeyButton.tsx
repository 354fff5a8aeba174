import { connectPasskey } from '@billfold/core/features/embedded/connectPasskey'
import { useKit } from '../../hooks/KitContext.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useEmbedded } from './useEmbedded.ts'

/** The login by a passkey alone; the e-mail's field shows its errors if there is one. */
export function PasskeyButton({ disabled, isAlone }: { disabled: boolean; isAlone: boolean }) {
  const kit = useKit()
  const { text, state, message } = useEmbedded()
  const isBusy = state.phase === 'device'
  return (
    <>
      <ListRow
        lead={
          <span className="row-icon">
            <Icon name="key" />
          </span>
        }
        title={text.login.passkey}
        tail={isBusy ? <Spinner size={20} /> : undefined}
        disabled={disabled}
        aria-busy={isBusy}
        data-testid="passkey-login"
        onClick={() => isBusy || void connectPasskey(kit)}
      />
      {isAlone ? (
        <p className="problem" role="alert">
          {message ?? ''}
        </p>
      ) : null}
    </>
  )
}
