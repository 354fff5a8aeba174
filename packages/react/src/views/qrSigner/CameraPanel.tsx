import { type RefObject, useEffect, useRef } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { QrState, QrTask } from './qrTask.ts'
import { CameraError, startCamera } from './startCamera.ts'

type Scanning = Extract<QrState, { step: 'scanning' }>

type Panel = { task: QrTask; state: Scanning; onStart: () => void }

/** The camera before a code. It is off when this view is gone. */
export function CameraPanel({ task, state, onStart }: Panel) {
  const { clock } = useKit().ports
  const video = useRef<HTMLVideoElement>(null)
  const started = useRef(onStart)
  started.current = onStart
  useEffect(() => {
    const element = video.current
    if (!element) return
    const over = new AbortController()
    startCamera({
      ...{ video: element, signal: over.signal, after: clock.after },
      onStart: () => started.current(),
      onText: (found) => void task.found(found),
    }).catch((e: unknown) => {
      if (!over.signal.aborted) task.cameraFailed(e instanceof CameraError ? e.reason : 'failed')
    })
    return () => over.abort()
  }, [clock, task])
  return <CameraView state={state} video={video} />
}

/** The camera's picture, what to hold before it, and how far it is. */
export function CameraView({ state, video }: { state: Scanning; video?: RefObject<HTMLVideoElement | null> }) {
  const text = useArea(qrSignerTexts)
  const { progress, problem, purpose } = state
  return (
    <div className="stack">
      <div className="qr-signer-camera">
        <video ref={video} muted playsInline aria-label={text.scan.camera} />
        {progress ? <ProgressRing {...progress} /> : null}
      </div>
      <p className="lede">{text.scan[purpose]}</p>
      {/* Present from the start, so that screen readers notice what comes. */}
      <p className="lede qr-signer-progress" role="status" data-testid="qr-signer-progress">
        {progress ? text.scan.progress(String(progress.received), String(progress.count)) : null}
      </p>
      <div role="alert" data-testid="qr-signer-problem">
        {problem ? (
          <p className="callout">
            <Icon name="exclaim" />
            <span>{text.problems[problem]}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Parts received, around the picture's middle. */
const ProgressRing = ({ received, count }: { received: number; count: number }) => (
  <svg className="qr-signer-ring" viewBox="0 0 100 100" aria-hidden="true">
    <circle className="qr-signer-track" cx="50" cy="50" r="46" />
    <circle
      className="qr-signer-arc"
      cx="50"
      cy="50"
      r="46"
      pathLength="100"
      strokeDasharray={`${(100 * received) / count} 100`}
    />
  </svg>
)
