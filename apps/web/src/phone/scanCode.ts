type Found = { rawValue: string }
type Detector = { detect(source: HTMLVideoElement): Promise<Found[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser reads codes and has a way to a camera. */
export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined

/** Looks at a running video until a pairing link is in sight. */
export async function scanLink(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const Class = detectorClass()
  if (!Class) return undefined
  const detector = new Class({ formats: ['qr_code'] })
  while (!signal.aborted) {
    const found = await detector.detect(video).catch(() => []) // a frame that is not there yet
    const link = found.map(({ rawValue }) => rawValue).find((text) => text.startsWith('wc:'))
    if (link) return link
    await new Promise((next) => setTimeout(next, 150))
  }
  return undefined
}
