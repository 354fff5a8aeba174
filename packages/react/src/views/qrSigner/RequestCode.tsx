import type { Ur } from '@billfold/protocol/ur/urDecoder'
import { createUrEncoder } from '@billfold/protocol/ur/urEncoder'
import { useEffect, useMemo, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { qrSignerTexts } from '../../i18n/compiled/qrSignerTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import type { QrTask } from './qrTask.ts'

/** Bytes of a part, and of a request that is still shown as one code: small enough for a device's camera. */
const [maxFragment, maxSingle] = [90, 150]
const speeds = [600, 250, 120]

/** A request as one code, or as parts in turn: a device may scan any of them, in any order. */
export function RequestCode({ task, ur }: { task: QrTask; ur: Ur }) {
  const { clock } = useKit().ports
  const text = useArea(qrSignerTexts)
  const encoder = useMemo(
    () => createUrEncoder(ur.type, ur.message, ur.message.length > maxSingle ? maxFragment : maxSingle),
    [ur],
  )
  const [number, setNumber] = useState(1)
  const [speed, setSpeed] = useState(1)
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isAnimated = encoder.count > 1
  const next = () => setNumber((now) => (now % encoder.count) + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part starts the wait for the following one
  useEffect(() => {
    if (!isAnimated || isPaused) return
    return clock.after(speeds[speed] ?? 250, next)
  }, [clock, isAnimated, isPaused, speed, number])
  return (
    <div className="stack qr-signer-request">
      <div className="qr-signer-code" data-testid="qr-signer-code">
        <QrCode text={encoder.part(number)} label={text.request.code} size={304} />
      </div>
      {isAnimated ? (
        <div className="qr-signer-controls">
          <Button size="s" aria-pressed={isPaused} data-testid="qr-signer-pause" onClick={() => setPaused(!isPaused)}>
            {isPaused ? text.request.play : text.request.pause}
          </Button>
          {isPaused ? (
            <Button size="s" data-testid="qr-signer-next" onClick={next}>
              {text.request.next}
            </Button>
          ) : (
            <>
              <Button size="s" disabled={speed === 0} onClick={() => setSpeed(speed - 1)}>
                {text.request.slower}
              </Button>
              <Button size="s" disabled={speed === speeds.length - 1} onClick={() => setSpeed(speed + 1)}>
                {text.request.faster}
              </Button>
            </>
          )}
        </div>
      ) : null}
      {isAnimated ? (
        <p className="lede" data-testid="qr-signer-part">
          {text.scan.progress(String(number), String(encoder.count))}
        </p>
      ) : null}
      <p className="lede">{text.request.text}</p>
      <Button look="primary" wide data-testid="qr-signer-scan" onClick={() => task.scanSignature()}>
        {text.request.scan}
      </Button>
    </div>
  )
}
