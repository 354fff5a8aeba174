/** Every transition of the modal, in the order of a visit; its name is its film strip's. */
export const transitionNames = ['open', 'forward', 'back', 'success', 'error', 'leave'] as const
export type TransitionName = (typeof transitionNames)[number]
