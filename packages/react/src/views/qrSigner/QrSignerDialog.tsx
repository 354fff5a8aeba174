import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { keepTabWithin, rememberFocus } from '../../modal/focus.ts'
import { lockScroll } from '../../modal/scrollLock.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { AccountChoiceList } from './AccountChoiceList.tsx'
import { CameraHelp, CameraPermission, CodeDone } from './CameraNotes.tsx'
import { CameraPanel } from './CameraPanel.tsx'
import type { QrState, QrTask } from './qrTask.ts'
import { RequestCode } from './RequestCode.tsx'

type Look = {
  task: QrTask
  state: QrState
  titleId: string
  onStart: () => void
  /** In place of the camera, for the gallery. */
  Camera?: typeof CameraPanel
}

/** The dialog of an air-gapped signer: above the kit's own, and above the page of a site without it. */
export function QrSignerDialog({ task, onStart }: { task: QrTask; onStart: () => void }) {
  const state = useSyncExternalStore(task.subscribe, task.get)
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const giveFocusBack = rememberFocus(document)
    element.showModal()
    const unlock = lockScroll(document)
    return () => {
      element.close()
      unlock()
      giveFocusBack()
    }
  }, [])
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    task.close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    keepTabWithin(event.currentTarget, event.nativeEvent)
    if (event.key === 'Escape') onCancel(event)
  }
  return (
    <dialog
      className="overlay"
      ref={dialog}
      aria-labelledby={titleId}
      data-testid="qr-signer-dialog"
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={() => task.close()}
    >
      <div className="card">
        <div className="card-window">
          <div className="card-face">{state ? <QrSignerCard {...{ task, state, titleId, onStart }} /> : null}</div>
        </div>
      </div>
    </dialog>
  )
}

/** The dialog's content, also for the gallery. */
export function QrSignerCard({ titleId, ...step }: Look) {
  const { task, state } = step
  const shell = useText().shell
  const text = useArea(qrSignerTexts)
  const view = useRef<HTMLDivElement>(null)
  const { step: name } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its start
  useLayoutEffect(() => view.current?.focus({ preventScroll: true }), [name])
  const isAccounts = name === 'choose' || ('purpose' in state && state.purpose === 'accounts')
  return (
    <>
      <div className="header">
        {task.canGoBack() ? (
          <IconButton icon="back" label={shell.back} data-testid="qr-signer-back" onClick={() => task.showRequest()} />
        ) : (
          <span />
        )}
        <h1 id={titleId} className="header-title">
          <bdi>{isAccounts ? text.connectTitle : text.signTitle}</bdi>
        </h1>
        <span className="header-end">
          <IconButton icon="close" label={shell.close} data-testid="qr-signer-close" onClick={() => task.close()} />
        </span>
      </div>
      <div className="body">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div className="view" ref={view} tabIndex={-1} role="group" aria-labelledby={titleId} data-step={name}>
          <div className="view-content">
            <Step {...step} />
          </div>
        </div>
      </div>
    </>
  )
}

function Step({ task, state, onStart, Camera = CameraPanel }: Omit<Look, 'titleId'>) {
  switch (state.step) {
    case 'permission':
      return <CameraPermission task={task} />
    case 'cameraFailed':
      return <CameraHelp task={task} reason={state.reason} />
    case 'scanning':
      return <Camera task={task} state={state} onStart={onStart} />
    case 'choose':
      return <AccountChoiceList task={task} choice={state.choice} />
    case 'request':
      return <RequestCode task={task} ur={state.ur} />
    case 'done':
      return <CodeDone />
  }
}
