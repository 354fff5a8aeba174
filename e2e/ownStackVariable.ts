/** Where a test that starts a stack of its own names it, before it imports a journey's steps. */
export const ownStackVariable = 'BILLFOLD_OWN_STACK'
