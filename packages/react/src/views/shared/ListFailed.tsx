import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** A list that failed to load: why, and a retry if that helps. */
export function ListFailed({
  title,
  text,
  onRetry,
  testId,
}: {
  title: string
  text: string
  onRetry?: (() => unknown) | undefined
  testId?: string
}) {
  const { shell } = useText()
  return (
    <EmptyState icon="warning" title={title} text={text} {...(testId === undefined ? {} : { testId })}>
      {onRetry ? (
        <Button size="s" icon="refresh" onClick={() => void onRetry()}>
          {shell.tryAgain}
        </Button>
      ) : null}
    </EmptyState>
  )
}
