const countMs = 480
const frameMs = 33

/**
 * Counts an amount up, for the eye alone: a hidden copy counts over the real text, which stays as it is for everyone
 * who reads or copies it.
 */
export function countUp(element: HTMLElement, pace: number): void {
  const text = element.textContent ?? ''
  const parent = element.parentElement
  if (!parent || countedText(text, 0) === text) return
  const copy = element.cloneNode(true) as HTMLElement
  copy.dataset.ghost = ''
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'absolute',
    insetBlockStart: `${element.offsetTop}px`,
    left: `${element.offsetLeft}px`,
    inlineSize: `${element.offsetWidth + 1}px`,
    whiteSpace: 'nowrap',
    // The unit stands still; figures come before it.
    textAlign: 'right',
    pointerEvents: 'none',
  })
  parent.append(copy)
  const duration = countMs * pace
  const hiding = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration, fill: 'forwards' })
  let drawn = Number.NEGATIVE_INFINITY
  const draw = (now: number) => {
    const share = Number(hiding.currentTime ?? duration) / duration
    if (hiding.playState === 'finished' || !element.isConnected) {
      hiding.cancel()
      return copy.remove()
    }
    if (now - drawn >= frameMs) {
      drawn = now
      copy.textContent = countedText(text, 1 - (1 - share) ** 3)
    }
    requestAnimationFrame(draw)
  }
  draw(performance.now())
}

const figure = /\p{Nd}/u

/** An amount's text at a share of its value, in the same figures, without leading zeros. */
export function countedText(text: string, share: number): string {
  const [number = ''] = /\p{Nd}(?:[\p{Nd}.,\u066b\u066c'\u2019\u00a0\u202f]*\p{Nd})?/u.exec(text) ?? []
  const figures = [...number].filter((each) => figure.test(each))
  // More than a number holds exactly cannot be counted, and no one could follow it.
  if (figures.length === 0 || figures.length > 15) return text
  const zero = zeroOf(figures[0] as string)
  const whole = Number(figures.map((each) => (each.codePointAt(0) ?? 0) - zero).join(''))
  const counted = String(Math.floor(whole * share)).padStart(figures.length, '0')
  let at = 0
  let isLeading = true
  const whereUnits = number.search(/[.,\u066b](?=\p{Nd}+$)/u)
  const drawn = [...number].map((each, place) => {
    const next = number[place + 1]
    const isUnits = place === (whereUnits < 0 ? number.length : whereUnits) - 1 || next === undefined
    if (!figure.test(each)) return isLeading ? '' : each
    const value = Number(counted[at++])
    if (value !== 0 || isUnits) isLeading = false
    return isLeading ? '' : String.fromCodePoint(zero + value)
  })
  return text.replace(number, drawn.join(''))
}

/** A script's zero: its ten figures follow each other. */
function zeroOf(each: string): number {
  let code = each.codePointAt(0) ?? 48
  while (figure.test(String.fromCodePoint(code - 1))) code -= 1
  const place = (each.codePointAt(0) ?? 48) - code
  return code + place - (place % 10)
}
