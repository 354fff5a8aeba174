import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { CameraProblem, QrTask } from './qrTask.ts'

/** Says why the page needs the camera, before the browser asks. */
export function CameraPermission({ task }: { task: QrTask }) {
  const text = useArea(qrSignerTexts)
  return (
    <div className="panel">
      <span className="empty-icon">
        <Icon name="qr" />
      </span>
      <div className="panel-text">
        <p className="panel-title">{text.permission.title}</p>
        <p className="panel-detail">{text.permission.text}</p>
      </div>
      <p className="hints">{text.permission.stored}</p>
      <div className="actions">
        <Button look="primary" wide data-testid="qr-signer-allow" onClick={() => task.allow()}>
          {text.permission.allow}
        </Button>
        <CloseButton task={task} />
      </div>
    </div>
  )
}

/** Says why there is no picture, and what helps. */
export function CameraHelp({ task, reason }: { task: QrTask; reason: CameraProblem }) {
  const text = useArea(qrSignerTexts)
  const shell = useText().shell
  return (
    <div className="panel">
      <span className="empty-icon">
        <Icon name="warning" />
      </span>
      <div className="panel-text" role="alert">
        <p className="panel-title">{text.camera[reason].title}</p>
        <p className="panel-detail">{text.camera[reason].text}</p>
      </div>
      <div className="actions">
        <Button look="primary" wide icon="refresh" data-testid="qr-signer-retry" onClick={() => task.retry()}>
          {shell.tryAgain}
        </Button>
        <CloseButton task={task} />
      </div>
    </div>
  )
}

/** The last code was the expected one. */
export function CodeDone() {
  const text = useArea(qrSignerTexts)
  return (
    <div className="panel">
      <span className="empty-icon">
        <Icon name="check" />
      </span>
      <p className="panel-title" role="status" data-testid="qr-signer-done">
        {text.done}
      </p>
    </div>
  )
}

function CloseButton({ task }: { task: QrTask }) {
  const shell = useText().shell
  return (
    <Button look="quiet" wide data-testid="qr-signer-cancel" onClick={() => task.close()}>
      {shell.cancel}
    </Button>
  )
}
