type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** An open billfold with a banknote in it, in the kit's ink, paper and green: shapes on a grid of 96. */
export const walletShapes: readonly Shape[] = [
  ['rect', { width: '96', height: '96', rx: '22', fill: '#0B6E4F' }],
  ['rect', { x: '25', y: '20', width: '46', height: '30', rx: '4', fill: '#FBFAF7' }],
  ['circle', { cx: '48', cy: '31', r: '5', fill: 'none', stroke: '#0B6E4F', 'stroke-width': '3' }],
  ['path', { d: 'M18 41a3 3 0 0 1 3-3h54a3 3 0 0 1 3 3v28a7 7 0 0 1-7 7H25a7 7 0 0 1-7-7z', fill: '#161713' }],
  ['path', { d: 'M78 51H64a6 6 0 0 0 0 12h14z', fill: '#FBFAF7' }],
  ['circle', { cx: '65', cy: '57', r: '2.5', fill: '#0B6E4F' }],
]

const markup = walletShapes.map(([tag, attributes]) => {
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  return `<${tag} ${pairs.join(' ')}/>`
})

/** The devnet wallet's own icon as a data URI; base64, as the Wallet Standard wants. */
export const walletIcon: string = `data:image/svg+xml;base64,${btoa(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${markup.join('')}</svg>`,
)}`
