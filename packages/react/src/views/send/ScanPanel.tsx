import { useEffect, useRef, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'

const lookEveryMs = 250

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> }
type DetectorOf = new (options: { formats: readonly string[] }) => Detector

const detectorOf = (): DetectorOf | undefined => (globalThis as { BarcodeDetector?: DetectorOf }).BarcodeDetector

/** Whether this browser can scan a code: otherwise there is no button. */
export const canScan = (): boolean =>
  detectorOf() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Looks for a code before the camera. The pictures stay in the page; the camera is let go with the panel. */
export function ScanPanel({ onFound, onStop }: { onFound: (text: string) => void; onStop: () => void }) {
  const { clock } = useKit().ports
  const text = useArea(sendTexts)
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const callback = useRef(onFound)
  callback.current = onFound
  useEffect(() => {
    const ended = new AbortController()
    scan(video.current, ended.signal, (ms, run) => clock.after(ms, run)).then(
      (value) => value !== undefined && callback.current(value),
      () => !ended.signal.aborted && setFailed(true),
    )
    return () => ended.abort()
  }, [clock])
  return (
    <div className="stack">
      {hasFailed ? (
        <p className="callout" role="alert" data-testid="send-scan-failed">
          {text.scanFailed}
        </p>
      ) : (
        <>
          <video ref={video} className="send-camera" muted playsInline aria-label={text.scanning} />
          <p className="lede" role="status">
            {text.scanning}
          </p>
        </>
      )}
      <Button wide data-testid="send-scan-stop" onClick={onStop}>
        {text.stopScanning}
      </Button>
    </div>
  )
}

/** The first text of a code in front of the camera; undefined when canceled. */
async function scan(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  after: (ms: number, run: () => void) => unknown,
): Promise<string | undefined> {
  const Detector = detectorOf()
  if (!video || !Detector) throw new Error('This browser cannot scan QR codes')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', letGo)
  if (signal.aborted) letGo()
  try {
    video.srcObject = stream
    await video.play()
    const detector = new Detector({ formats: ['qr_code'] })
    while (!signal.aborted) {
      const [code] = await detector.detect(video)
      if (code?.rawValue) return code.rawValue.slice(0, 300)
      await new Promise<void>((resume) => void after(lookEveryMs, resume))
    }
    return undefined
  } finally {
    letGo()
  }
}
