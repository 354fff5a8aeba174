/** How an icon is drawn: its color, a letter or two or a path, and the color of those. */
type Drawing = readonly [color: string, glyph: string, ink?: string]

const size = 40
const dark = '#161713'
/** A path of its own begins with M and a number. */
const ether = 'M20 7l-8 13.2 8 4.8 8-4.8zM12 22.4L20 33l8-10.6-8 4.8z'
const bars = 'M13 11h17l-3 4H10zM10 18h17l3 4H13zM13 25h17l-3 4H10z'

/** Coins and tokens of the wallet's own lists, by symbol; others have their letters. */
const assets: Readonly<Record<string, Drawing>> = {
  ETH: ['#5468d4', ether],
  WETH: ['#2f3350', ether],
  SOL: ['#6d3be0', bars],
  USDC: ['#2370c4', '$'],
  'USDC.e': ['#2370c4', '$'],
  USDT: ['#16805f', '₮'],
  DAI: ['#f0b03c', 'D', dark],
  WBTC: ['#c26a12', 'B'],
  BTCB: ['#c26a12', 'B'],
  BNB: ['#f0b90b', 'BNB', dark],
  WBNB: ['#c99700', 'BNB', dark],
  POL: ['#7640dd', 'POL'],
  WPOL: ['#4c2a8f', 'POL'],
  AVAX: ['#cf3334', 'A'],
  WAVAX: ['#8e2324', 'A'],
  UNI: ['#d1006c', 'UNI'],
  LINK: ['#2957c9', 'LINK'],
  OP: ['#d60318', 'OP'],
}
const contracts: Readonly<Record<string, Drawing>> = {
  uniswap: ['#d1006c', 'U'],
  'uniswap-v3': ['#d1006c', 'U3'],
  '0x': ['#26282b', '0x'],
  '1inch': ['#1b314f', '1i'],
  lifi: ['#9a3fb0', 'LI'],
  kyberswap: ['#147a5b', 'K'],
  Permit2: ['#4a4d45', 'P2'],
}

/** A coin or token of the wallet's own lists; without a symbol, one that is on none. Every icon is drawn here: none comes from a site or server. */
export const assetIcon = (symbol: string | undefined): SVGElement =>
  symbol === undefined ? stranger() : tile(pick(assets, symbol) ?? monogram(symbol), size / 2)

/** A contract of a list; a token's contract has the token's icon. */
export const contractIcon = (icon: string | undefined): SVGElement => {
  if (icon === undefined) return stranger()
  const drawing = pick(contracts, icon)
  return drawing ? tile(drawing, 11) : assetIcon(icon)
}

/** A site, by the letters of its origin. */
export const siteIcon = (origin: string): SVGElement => {
  const host = URL.parse(origin)?.hostname.replace(/^www\./, '') ?? origin
  return tile(monogram(host, 1), 11)
}

/** The visitor's own account. */
export function accountIcon(): SVGElement {
  const icon = canvas('own')
  icon.append(
    shape('circle', { cx: '20', cy: '20', r: '20', class: 'ground' }),
    shape('path', {
      class: 'line',
      d: 'M10 15.5h18a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2zm0 0c0-2 1-3 3-3h13M25 22h1.5',
    }),
  )
  return icon
}

/** Someone who is paid: people are on no list. */
export function recipientIcon(): SVGElement {
  const icon = canvas('own')
  icon.append(
    shape('circle', { cx: '20', cy: '20', r: '20', class: 'ground' }),
    shape('path', { class: 'line', d: 'M20 11v18m-7-7l7 7 7-7' }),
  )
  return icon
}

/** Nothing vouches for it: a dashed ring. */
function stranger(): SVGElement {
  const icon = canvas('stranger')
  icon.append(shape('circle', { cx: '20', cy: '20', r: '18.5', class: 'line' }), letters('?', 'currentColor'))
  return icon
}

function tile([color, glyph, ink = '#fff']: Drawing, corner: number): SVGElement {
  const icon = canvas('drawn')
  icon.append(
    shape('rect', { width: `${size}`, height: `${size}`, rx: `${corner}`, fill: color }),
    /^M\d/.test(glyph) ? shape('path', { d: glyph, fill: ink }) : letters(glyph, ink),
  )
  return icon
}

const pick = (drawings: Readonly<Record<string, Drawing>>, name: string): Drawing | undefined =>
  Object.hasOwn(drawings, name) ? drawings[name] : undefined

/** First letters on a color of their own. */
function monogram(text: string, count = 4): Drawing {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return [`hsl(${hash % 360} 38% 36%)`, [...text].slice(0, count).join('').toUpperCase()]
}

function letters(text: string, ink: string): SVGElement {
  const fits = [0, 20, 16, 12.5, 10.5][text.length] ?? 10
  const made = shape('text', { x: '20', y: '20.5', 'font-size': `${fits}`, fill: ink })
  made.textContent = text
  return made
}

function canvas(kind: string): SVGElement {
  return shape('svg', { class: `icon ${kind}`, viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' })
}

function shape(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}
