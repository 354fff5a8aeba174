/** The easing of everything that moves by itself. */
export const easing = 'cubic-bezier(0.2, 0, 0, 1)'
/** How long a view, the card's height and its exit take. */
export const moveMs = 150

/**
 * How slowly an element moves: 1 as designed, 8 eight times as slowly, 0 not at all. A page sets it by
 * `--billfold-pace`; for visitors who prefer reduced motion it is 0 (theme.css).
 */
export const paceOf = (element: Element): number => Number(getComputedStyle(element).getPropertyValue('--bf-pace')) || 0
