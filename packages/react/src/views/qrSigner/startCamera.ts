import type { Stop } from '@billfold/core/ports/clock'
import { createQrReader } from './createQrReader.ts'
import type { CameraProblem } from './qrTask.ts'

const lookEveryMs = 60

type Camera = {
  video: HTMLVideoElement
  signal: AbortSignal
  after: (ms: number, run: () => void) => Stop
  onStart: () => void
  onText: (text: string) => void
}

/** A reason that visitors can act on. */
export class CameraError extends Error {
  readonly reason: CameraProblem

  constructor(reason: CameraProblem) {
    super(`The camera is ${reason}`)
    this.reason = reason
  }
}

/**
 * Reads codes in front of the camera until the signal aborts, which turns the camera off. Pictures stay in the page.
 */
export async function startCamera({ video, signal, after, onStart, onText }: Camera): Promise<void> {
  const [stream, read] = await Promise.all([openCamera(), createQrReader()])
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  signal.addEventListener('abort', release)
  if (signal.aborted) return release()
  try {
    video.srcObject = stream
    await video.play()
    onStart()
    while (!signal.aborted) {
      // A camera that is unplugged or taken away ends its track.
      if (stream.getVideoTracks().every(({ readyState }) => readyState === 'ended')) throw new CameraError('failed')
      const text = await read(video)
      if (text && !signal.aborted) onText(text)
      await new Promise<void>((resume) => void after(lookEveryMs, resume))
    }
  } catch (e) {
    if (signal.aborted) return
    throw e instanceof CameraError ? e : new CameraError('failed')
  } finally {
    release()
  }
}

async function openCamera(): Promise<MediaStream> {
  // Absent on pages without HTTPS.
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function') throw new CameraError('missing')
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: false })
  } catch (e) {
    throw new CameraError(reasons[(e as { name?: string }).name ?? ''] ?? 'failed')
  }
}

const reasons: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}
