/** Marks the part in view in "On this page", and scrolls the sidebar to the page's own line. */
export function startReading(): void {
  const side = document.querySelector<HTMLElement>('.side')
  const own = side?.querySelector<HTMLElement>('[aria-current=page]')
  if (side && own && own.offsetTop > side.clientHeight - 80) side.scrollTop = own.offsetTop - side.clientHeight / 2
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.here a')]
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [])
  if (headings.length === 0) return
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120)
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    for (const [index, link] of links.entries())
      if (index === (atEnd && at >= 0 ? headings.length - 1 : at)) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
  }
  let isDue = false
  addEventListener(
    'scroll',
    () => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}
