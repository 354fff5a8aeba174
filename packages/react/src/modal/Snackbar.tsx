import { useLayoutEffect, useRef } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Icon } from '../ui/Icon.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Aside } from './Aside.tsx'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'
import { sentWords } from './sentWords.ts'

const DeferredToast = lazyPart(async () => (await loadLater()).loadSent())

/** The one toast, in the top layer; its place in the tree is always there, so that it is read out. */
export function Snackbar() {
  const notice = useSelect((state) => (state.notice.phase === 'shown' ? state.notice.notice : undefined))
  const text = useText()
  const SentToast = sentWords.now ?? DeferredToast
  const pill = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (notice) pill.current?.showPopover()
  }, [notice])
  return (
    <div role="status">
      {notice ? (
        <div className="snackbar" popover="manual" ref={pill}>
          {notice.variant === 'loading' ? (
            <Spinner />
          ) : (
            <Icon name={notice.variant === 'success' ? 'check' : 'warning'} />
          )}
          <span data-testid="wui-snackbar-message">
            {notice.transaction === undefined ? (
              text.notices[notice.code](notice.params ?? {})
            ) : (
              <Aside>
                <SentToast hash={notice.transaction} />
              </Aside>
            )}
          </span>
        </div>
      ) : null}
    </div>
  )
}
