/** The end of a channel as both sides use it; a `MessagePort` is one. */
export type FramePort = {
  postMessage(message: unknown): void
  onmessage: ((event: { data: unknown }) => void) | null
}
