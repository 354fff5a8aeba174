/** Whether the visitor asked for less movement. */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
