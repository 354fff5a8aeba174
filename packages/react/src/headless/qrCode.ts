import { qrMatrix } from '@billfold/protocol/qr/qrMatrix'

/** A QR code to draw: `path` fills an SVG whose view box is `0 0 size size`; leave four modules free around it. */
export type QrDrawing = { size: number; path: string }

/** A text as a QR code, for a code in your own look. */
export function qrCode(text: string): QrDrawing {
  const { size, isDark } = qrMatrix(text, 'M')
  let path = ''
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x} ${y}h1v1h-1z`
  return { size, path }
}
