import type { ReactNode } from 'react'
import { useText } from '../../i18n/LocaleContext.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** Something the visitor did, with the way to its status; a settled one can be dismissed. */
export function Receipt({
  state,
  title,
  detail,
  danger,
  testId,
  status,
  onOpen,
  onDismiss,
  ...rest
}: {
  state: 'waiting' | 'done' | 'caution'
  title: ReactNode
  detail: ReactNode
  danger?: boolean
  testId: string
  status?: string
  'data-hash'?: string
  onOpen: () => void
  onDismiss?: (() => void) | undefined
}) {
  const { shell } = useText()
  return (
    <div className="receipt" data-state={state}>
      <ListRow
        {...rest}
        className={onDismiss ? 'receipt-settled' : undefined}
        lead={
          <span className="row-icon">
            {state === 'waiting' ? <Spinner /> : <Icon name={state === 'done' ? 'check' : 'warning'} />}
          </span>
        }
        title={title}
        detail={detail}
        chevron={!onDismiss}
        danger={danger ?? false}
        data-testid={testId}
        data-status={status}
        onClick={onOpen}
      />
      {onDismiss ? (
        <IconButton
          icon="close"
          label={shell.dismiss}
          className="receipt-dismiss"
          data-testid="receipt-dismiss"
          onClick={onDismiss}
        />
      ) : null}
    </div>
  )
}

/** A transaction's state as its receipt shows it. */
export const receiptState = (status: string): 'waiting' | 'done' | 'caution' =>
  status === 'pending' ? 'waiting' : status === 'confirmed' ? 'done' : 'caution'
