type Barcode = { rawValue: string }
type Detector = { detect(source: HTMLVideoElement): Promise<Barcode[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser reads codes and can access a camera. */
export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined

/** Watches a running video until it shows a pairing link. */
export async function scanLink(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const Class = detectorClass()
  if (!Class) return undefined
  const detector = new Class({ formats: ['qr_code'] })
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => []) // no frame yet
    const link = codes.map(({ rawValue }) => rawValue).find((text) => text.startsWith('wc:'))
    if (link) return link
    await new Promise((next) => setTimeout(next, 150))
  }
  return undefined
}
