import { useEffect, useRef } from 'react'
import { scanLink } from './scanCode.ts'

/** The camera's picture, watched until it shows a pairing link. */
export function Scanner({ onFound, onFailed }: { onFound: (link: string) => void; onFailed: (why: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const callbacks = useRef({ onFound, onFailed })
  callbacks.current = { onFound, onFailed }

  useEffect(() => {
    const own = new AbortController()
    let stream: MediaStream | undefined
    async function watch(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const view = video.current
      if (own.signal.aborted || !view) return
      view.srcObject = stream
      await view.play()
      const link = await scanLink(view, own.signal)
      if (link) callbacks.current.onFound(link)
    }
    watch()
      .catch(() => callbacks.current.onFailed('Camera unavailable. Paste the link instead.'))
      .finally(() => own.signal.aborted && stop())
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    return () => {
      own.abort()
      stop()
    }
  }, [])

  return <video ref={video} className="phone-camera" muted playsInline aria-label="Camera view" />
}
